import type { ChangedField } from '@key2xs/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { changedFieldsQuery } from '#data/sources/mapping-trials';
import { formatNumber } from '#lib/format';
import { Failure, Loading } from '#ui/page-states';
import { PlaceLink } from '#ui/place-link';
import { type Column, DataTable } from '#ui/table/data-table';

/** How many people would change in which field, each with some examples. */
export function ChangedFields({ changeSetId }: { changeSetId: string }) {
  const { t } = useTranslation(['source', 'iam']);
  const { data, error, refetch } = useQuery(changedFieldsQuery(changeSetId));
  if (error && !data) return <Failure error={error} onRetry={refetch} />;
  if (!data) return <Loading label={t('trial.all.loading')} />;
  if (data.length === 0) return <p className="source-sentence mute">{t('trial.all.noFields')}</p>;
  const columns: Column<ChangedField>[] = [
    {
      key: 'field',
      header: t('trial.one.field'),
      cell: ({ field }) => t(`iam:map.fields.${field}.label`),
      phone: 'title',
    },
    {
      key: 'people',
      header: t('trial.all.people'),
      cell: ({ people }) => formatNumber(people),
      align: 'right',
      phone: 'aside',
    },
    {
      key: 'examples',
      header: t('trial.all.examples'),
      cell: ({ examples }) => <Examples examples={examples} />,
      phone: 'meta',
    },
  ];
  return (
    <>
      <h3 className="source-sentence">{t('trial.all.fields')}</h3>
      <DataTable caption={t('trial.all.fieldsCaption')} columns={columns} rows={data} rowKey={({ field }) => field} />
    </>
  );
}

function Examples({ examples }: Pick<ChangedField, 'examples'>) {
  const { t } = useTranslation('source');
  const empty = t('trial.one.empty');
  return examples.map(({ person_id, label, before, after }) => (
    <div key={person_id}>
      <PlaceLink to="/people/$id" params={{ id: person_id }}>
        {label}
      </PlaceLink>
      {': '}
      {before ?? empty} → {after ?? empty}
    </div>
  ));
}
