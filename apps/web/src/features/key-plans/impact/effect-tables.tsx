import type { AccessEffect } from '@key2xs/contract';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '#lib/format';
import { Empty } from '#ui/page-states';
import { Panel } from '#ui/panel';
import { type Column, DataTable } from '#ui/table/data-table';

type Props = { effect: AccessEffect };

/** The server answers at most as many departments and places. */
const mostAnswered = 50;

/** People who gain and lose doors in each department. */
export function ByDepartment({ effect: { by_department } }: Props) {
  const { t } = useTranslation('plan-versions');
  type Row = AccessEffect['by_department'][number];
  const columns: Column<Row>[] = [
    { key: 'name', header: t('impact.department'), cell: ({ department }) => department ?? t('impact.noDepartment') },
    { key: 'gain', header: t('impact.gaining'), align: 'right', cell: ({ gaining }) => formatNumber(gaining) },
    { key: 'lose', header: t('impact.losing'), align: 'right', cell: ({ losing }) => formatNumber(losing) },
  ];
  return (
    <Panel title={t('impact.byDepartment')}>
      <DataTable
        caption={t('impact.departments')}
        columns={columns}
        rows={by_department}
        rowKey={({ department }) => department ?? ''}
      />
      <First isCut={by_department.length === mostAnswered} />
    </Panel>
  );
}

/** Rights gained and lost in each place. */
export function ByPlace({ effect: { by_location } }: Props) {
  const { t } = useTranslation('plan-versions');
  type Row = AccessEffect['by_location'][number];
  const nameOf = ({ location_id, name, protection_class }: Row) => {
    if (location_id === null) return t('impact.noPlace');
    return protection_class === null ? name : `${name} (${t('impact.protection', { protection: protection_class })})`;
  };
  const columns: Column<Row>[] = [
    { key: 'name', header: t('impact.place'), cell: nameOf },
    {
      key: 'gain',
      header: t('impact.rightsGained'),
      align: 'right',
      cell: ({ rights_gained }) => formatNumber(rights_gained),
    },
    {
      key: 'lose',
      header: t('impact.rightsLost'),
      align: 'right',
      cell: ({ rights_lost }) => formatNumber(rights_lost),
    },
  ];
  if (by_location.length === 0) {
    return (
      <Panel title={t('impact.byPlace')}>
        <Empty title={t('impact.noDoors')} />
      </Panel>
    );
  }
  return (
    <Panel title={t('impact.byPlace')}>
      <DataTable
        caption={t('impact.places')}
        columns={columns}
        rows={by_location}
        rowKey={({ location_id }) => location_id ?? ''}
      />
      <First isCut={by_location.length === mostAnswered} />
      <p className="mute" style={{ padding: '8px 16px' }}>
        {t('impact.rightsHint')}
      </p>
    </Panel>
  );
}

function First({ isCut }: { isCut: boolean }) {
  const { t } = useTranslation('plan-versions');
  if (!isCut) return null;
  return (
    <p className="mute" style={{ padding: '8px 16px' }}>
      {t('impact.first', { count: mostAnswered })}
    </p>
  );
}
