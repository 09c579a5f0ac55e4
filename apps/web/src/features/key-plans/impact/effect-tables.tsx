import type { PlanDelta } from '@key2xs/contract';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '#lib/format';
import { Empty } from '#ui/page-states';
import { Panel } from '#ui/panel';
import { type Column, DataTable } from '#ui/table/data-table';

type Props = { effect: PlanDelta };

/** The server answers at most as many departments and places. */
const maxAnswered = 50;
const MAX_SHOWN = 10;

/** People who gain and lose doors in each department. */
export function ByDepartment({ effect: { by_department } }: Props) {
  const { t } = useTranslation('plan-versions');
  type Row = PlanDelta['by_department'][number];
  const columns: Column<Row>[] = [
    { key: 'name', header: t('impact.department'), cell: ({ department }) => department ?? t('impact.noDepartment') },
    ...countColumn(by_department, { key: 'gain', header: t('impact.gaining'), of: (row) => row.gaining }),
    ...countColumn(by_department, { key: 'lose', header: t('impact.losing'), of: (row) => row.losing }),
  ];
  return (
    <Panel title={t('impact.byDepartment')}>
      <MostAffected
        name={t('impact.byDepartment')}
        caption={t('impact.departments')}
        columns={columns}
        rows={by_department}
        rowKey={({ department }) => department ?? ''}
      />
    </Panel>
  );
}

/** Rights gained and lost in each place. */
export function ByPlace({ effect: { by_location } }: Props) {
  const { t } = useTranslation('plan-versions');
  type Row = PlanDelta['by_location'][number];
  const nameOf = ({ location_id, name, protection_class }: Row) => {
    if (location_id === null) return t('impact.noPlace');
    return protection_class === null ? name : `${name} (${t('impact.protection', { protection: protection_class })})`;
  };
  const columns: Column<Row>[] = [
    { key: 'name', header: t('impact.place'), cell: nameOf },
    ...countColumn(by_location, { key: 'gain', header: t('impact.rightsGained'), of: (row) => row.rights_gained }),
    ...countColumn(by_location, { key: 'lose', header: t('impact.rightsLost'), of: (row) => row.rights_lost }),
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
      <MostAffected
        name={t('impact.byPlace')}
        caption={t('impact.places')}
        columns={columns}
        rows={by_location}
        rowKey={({ location_id }) => location_id ?? ''}
      />
      <p className="mute" style={{ padding: '8px 16px' }}>
        {t('impact.rightsHint')}
      </p>
    </Panel>
  );
}

type Counted<Row> = { key: string; header: string; of: (row: Row) => number };

/** Shown only if it counts anyone. */
const countColumn = <Row,>(rows: readonly Row[], { key, header, of }: Counted<Row>): Column<Row>[] =>
  rows.some((row) => of(row) > 0)
    ? [{ key, header, align: 'right', cell: (row) => (of(row) > 0 ? formatNumber(of(row)) : '–') }]
    : [];

type MostAffectedProps<Row> = {
  name: string;
  caption: string;
  columns: Column<Row>[];
  rows: Row[];
  rowKey: (row: Row) => string;
};

/** The first rows, and the others when asked for. */
function MostAffected<Row>({ name, rows, ...table }: MostAffectedProps<Row>) {
  const { t } = useTranslation('plan-versions');
  const [isWhole, setIsWhole] = useState(false);
  const isCut = rows.length > MAX_SHOWN && !isWhole;
  return (
    <>
      <DataTable {...table} rows={isCut ? rows.slice(0, MAX_SHOWN) : rows} />
      {isCut && (
        <div className="actions" style={{ padding: '8px 16px' }}>
          <Button
            variant="default"
            onClick={() => setIsWhole(true)}
            aria-label={t('impact.showRowsNamed', { count: rows.length, name })}
          >
            {t('impact.showRows', { count: rows.length })}
          </Button>
        </div>
      )}
      {!isCut && rows.length === maxAnswered && (
        <p className="mute" style={{ padding: '8px 16px' }}>
          {t('impact.first', { count: maxAnswered })}
        </p>
      )}
    </>
  );
}
