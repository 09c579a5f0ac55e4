import { canonicalFields, type MappedPerson, type Mapping } from '@key2xs/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { mappingPreviewQuery } from '#data/sources/iam';
import { Failure, Loading } from '#ui/page-states';
import { Panel } from '#ui/panel';
import { StatusTag } from '#ui/status-tag';
import { type Column, DataTable } from '#ui/table/data-table';

type Props = { connectionId: string; mapping: Mapping };

/** The first five people, read with the current mapping. */
export function MappingPreview({ connectionId, mapping }: Props) {
  const { t } = useTranslation('iam');
  const { data, error, refetch, isFetching } = useQuery(mappingPreviewQuery(connectionId, mapping));
  return (
    <Panel title={t('map.preview')} actions={isFetching && data && <span role="status">{t('map.previewBusy')}</span>}>
      {error ? (
        <Failure error={error} onRetry={refetch} />
      ) : data ? (
        <PreviewTable people={data} />
      ) : (
        <Loading label={t('map.previewBusy')} />
      )}
    </Panel>
  );
}

/** One column for each field that at least one of them has. */
function PreviewTable({ people }: { people: readonly MappedPerson[] }) {
  const { t } = useTranslation('iam');
  const fields = canonicalFields.filter((field) => people.some((person) => person.fields[field]));
  const columns: Column<MappedPerson>[] = [
    { key: 'row', header: t('map.line'), cell: ({ row }) => row, align: 'right' },
    { key: 'problems', header: t('map.problems'), cell: ({ problems }) => <Problems problems={problems} /> },
    ...fields.map((field) => ({
      key: field,
      header: t(`map.fields.${field}.label`),
      cell: (person: MappedPerson) => person.fields[field],
    })),
  ];
  return (
    <DataTable caption={t('map.previewCaption')} columns={columns} rows={people} rowKey={({ row }) => String(row)} />
  );
}

function Problems({ problems }: { problems: readonly string[] }) {
  const { t } = useTranslation('iam');
  if (problems.length === 0) return <span className="mute">{t('map.noProblems')}</span>;
  return problems.map((problem) => <StatusTag key={problem} tone="red" label={problem} />);
}
