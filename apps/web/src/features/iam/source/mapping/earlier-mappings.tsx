import { canonicalFields, columnOf, type FieldSource, type Mapping, type MappingVersion } from '@key2xs/contract';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { TimeAgo } from '#components/time-ago';
import { mappingVersionsQuery } from '#data/sources/mapping-trials';
import { Empty, Failure, Loading } from '#ui/page-states';
import { Panel } from '#ui/panel';
import { type Column, DataTable } from '#ui/table/data-table';
import { describeSource } from './shape/describe-source';

type Props = {
  connectionId: string;
  /** Puts a mapping into the form, where it is reviewed and tried before it is saved. */
  onRestore: (version: MappingVersion) => void;
};

type Row = MappingVersion & { before: Mapping | undefined; isNewest: boolean };

/** Earlier versions of the mapping: who changed what, with a button to restore each. */
export function EarlierMappings({ connectionId, onRestore }: Props) {
  const { t } = useTranslation('source');
  const { data, error, refetch } = useQuery(mappingVersionsQuery(connectionId));
  const columns: Column<Row>[] = [
    {
      key: 'number',
      header: t('earlier.number'),
      cell: ({ number }) => t('earlier.numbered', { number }),
      isLine: true,
      phone: 'title',
    },
    { key: 'changes', header: t('earlier.changes'), cell: (row) => <Changes row={row} />, phone: 'meta' },
    { key: 'by', header: t('earlier.by'), cell: ({ saved_by }) => saved_by, phone: 'aside' },
    {
      key: 'at',
      header: t('earlier.at'),
      cell: ({ saved_at }) => <TimeAgo instant={saved_at} />,
      isLine: true,
      phone: 'aside',
    },
    {
      key: 'take',
      header: t('earlier.way'),
      cell: (row) =>
        row.isNewest ? <span className="mute">{t('earlier.newest')}</span> : <Restore {...{ row, onRestore }} />,
      phone: 'foot',
    },
  ];
  return (
    <Panel title={t('earlier.title')}>
      {!data && (error ? <Failure error={error} onRetry={refetch} /> : <Loading label={t('earlier.loading')} />)}
      {data?.length === 0 && <Empty title={t('earlier.none')} hint={t('earlier.noneHint')} />}
      {data && data.length > 0 && (
        <DataTable
          caption={t('earlier.caption')}
          columns={columns}
          rows={data.map((version, at) => ({ ...version, before: data[at + 1]?.mapping, isNewest: at === 0 }))}
          rowKey={({ number }) => String(number)}
        />
      )}
    </Panel>
  );
}

function Restore({ row, onRestore }: { row: Row; onRestore: Props['onRestore'] }) {
  const { t } = useTranslation('source');
  const label = t('earlier.takeOne', { number: row.number });
  return (
    <Button variant="default" size="compact-sm" aria-label={label} onClick={() => onRestore(row)}>
      {t('earlier.take')}
    </Button>
  );
}

function Changes({ row: { mapping, before, number } }: { row: Row }) {
  const { t } = useTranslation(['source', 'iam']);
  if (!before && number > 1) return null; // Its predecessor is no longer listed.
  const lines = canonicalFields.flatMap((field) => {
    if (JSON.stringify(before?.[field]) === JSON.stringify(mapping[field])) return [];
    return [{ field, name: t(`iam:map.fields.${field}.label`), ...describeChange(t, before?.[field], mapping[field]) }];
  });
  if (!before) return t('earlier.first', { count: lines.length });
  return lines.map(({ field, name, before: old, after }) => (
    <div key={field}>{t('events.change', { field: name, before: old, after })}</div>
  ));
}

/** Leaves out the column if it is the same; describes a lookup table by its number of lines. */
function describeChange(t: TFunction<'source'>, before: FieldSource | undefined, after: FieldSource | undefined) {
  const hasSameColumn = before && after && columnOf(before) === columnOf(after);
  const describe = (source: FieldSource | undefined) => {
    if (!source) return '–';
    if (hasSameColumn) return describeSource(t, source) || t('shape.asItIs');
    return [columnOf(source), describeSource(t, source)].filter(Boolean).join(', ');
  };
  const [old, next] = [describe(before), describe(after)];
  return { before: old, after: old === next ? t('earlier.otherwise', { made: next }) : next };
}
