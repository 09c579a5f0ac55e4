import { type ExposedRight, type ExposureSummary, exposedRightList } from '@key2xs/contract';
import { SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ExportButton } from '#components/records/export-button';
import { useListFilter } from '#components/records/list-state';
import { optionsOf, type RecordFilter } from '#components/records/record-filters';
import { type RecordColumn, RecordList } from '#components/records/record-list';
import { exposureSummaryQuery } from '#data/key-systems/effective-access';
import { useKeySystemNames } from '#data/key-systems/use-key-system-names';
import { formatInstant, formatNumber } from '#lib/format';
import { momentIn } from '#lib/time/moment-in';
import { timeInWords } from '#lib/time/time-in-words';
import { Mono } from '#ui/mono';
import { Notice } from '#ui/notice';
import { Page } from '#ui/page';
import { Empty, Failure } from '#ui/page-states';
import { Panel } from '#ui/panel';
import { StatStrip } from '#ui/stat-strip';
import { StatusTag } from '#ui/status-tag';

const places = ['out', 'in_stock', 'retired'] as const;
type Place = (typeof places)[number];
const isPlace = (value: unknown): value is Place => places.some((place) => place === value);

/** Withdrawn rights that may still open a door, those that live longest first, and how much of that is not known. */
export function KeyExposurePage() {
  const { t } = useTranslation('key-exposure');
  const { data, error, refetch } = useQuery(exposureSummaryQuery);
  return (
    <Page title={t('title')} about={t('subtitle')} actions={<ExportButton list={exposedRightList} />}>
      {error && !data && <Failure error={error} onRetry={refetch} />}
      {data && <Figures summary={data} />}
      {data && <NotKnown summary={data} />}
      <Panel>
        <Rights />
      </Panel>
    </Page>
  );
}

function Figures({ summary }: { summary: ExposureSummary }) {
  const { t } = useTranslation('key-exposure');
  const { rights, keys, doors, endless, last_end, time_zone, stock_keys } = summary;
  return (
    <StatStrip
      items={[
        { label: t('figures.rights'), value: formatNumber(rights) },
        { label: t('figures.keys'), value: formatNumber(keys) },
        { label: t('figures.doors'), value: formatNumber(doors) },
        { label: t('figures.endless'), value: formatNumber(endless) },
        {
          label: t('figures.lastEnd'),
          value: last_end && time_zone ? momentIn(last_end, time_zone) : t('figures.noEnd'),
        },
        { label: t('figures.stock'), value: formatNumber(stock_keys) },
      ]}
    />
  );
}

function NotKnown({ summary: { unknown_keys, unknown_doors, read_at } }: { summary: ExposureSummary }) {
  const { t } = useTranslation('key-exposure');
  const asOf = read_at ? t('asOf', { when: timeInWords(read_at, { isInside: true }) }) : t('neverRead');
  if (unknown_keys + unknown_doors === 0 && read_at) return <p className="mute">{asOf}</p>;
  const lines = [
    unknown_keys > 0 && `${t('notKnown.keys', { count: unknown_keys })} ${t('notKnown.how')}`,
    unknown_doors > 0 && t('notKnown.doors', { count: unknown_doors }),
    asOf,
  ].filter(Boolean);
  return (
    <Notice tone="amber" title={t('notKnown.title')}>
      {lines.join(' ')}
    </Notice>
  );
}

function Rights() {
  const { t } = useTranslation('key-exposure');
  const [filter, setFilter] = useListFilter(exposedRightList);
  const where = isPlace(filter.where) ? filter.where : 'out';
  return (
    <>
      <SegmentedControl
        m={12}
        aria-label={t('where.label')}
        value={where}
        onChange={(value) => setFilter({ where: isPlace(value) && value !== 'out' ? value : undefined })}
        data={places.map((value) => ({ value, label: t(`where.${value}`) }))}
      />
      <RecordList
        list={exposedRightList}
        fixed={{ where }}
        columns={useColumns()}
        filters={useFilters()}
        words={t('words', { returnObjects: true })}
        empty={<Empty title={t(`none.${where}.title`)} hint={t(`none.${where}.hint`)} />}
      />
    </>
  );
}

function useColumns(): RecordColumn<typeof exposedRightList>[] {
  const { t } = useTranslation('key-exposure');
  const header = t('columns', { returnObjects: true });
  return [
    {
      key: 'key',
      phone: 'title',
      header: header.key,
      sort: 'key_marking',
      isLine: true,
      cell: ({ key_marking }) => <Mono>{key_marking}</Mono>,
    },
    {
      key: 'where',
      phone: 'aside',
      header: header.where,
      cell: ({ whereabouts }) => (
        <StatusTag tone={whereabouts === 'lost' ? 'red' : 'grey'} label={t(`whereabouts.${whereabouts}`)} />
      ),
    },
    { key: 'holder', phone: 'meta', header: header.holder, width: '14%', clip: ({ holder }) => holder?.name ?? null },
    {
      key: 'door',
      phone: 'foot',
      header: header.door,
      sort: 'cylinder_marking',
      width: '42%',
      cell: (right) => <Door right={right} />,
    },
    {
      key: 'class',
      header: header.class,
      hideBelow: 1_200,
      cell: ({ protection_class }) => (protection_class === null ? '–' : formatNumber(protection_class)),
    },
    { key: 'ends', phone: 'meta', header: header.ends, sort: 'dead_at', cell: (right) => <End right={right} /> },
    {
      key: 'certain',
      header: header.certain,
      hideBelow: 820,
      cell: ({ is_certain }) => t(is_certain ? 'certain' : 'uncertain'),
    },
    {
      key: 'withdrawn',
      header: header.withdrawn,
      sort: 'withdrawn_at',
      hideBelow: 1_300,
      isLine: true,
      cell: ({ withdrawn_at }) => formatInstant(withdrawn_at),
    },
  ];
}

/** The door, and beneath it where it is. */
function Door({ right: { cylinder_marking, cylinder_name, location_path } }: { right: ExposedRight }) {
  return (
    <>
      <Mono>{cylinder_marking}</Mono> {cylinder_name}
      {location_path && <div className="mute">{location_path}</div>}
    </>
  );
}

function End({ right: { dead_at, dead_by, time_zone } }: { right: ExposedRight }) {
  const { t } = useTranslation('key-exposure');
  if (dead_at === null) return <span title={t('endlessHint')}>{t('endless')}</span>;
  return (
    <>
      <span className="cell-line">{momentIn(dead_at, time_zone)}</span>
      {dead_by && <div className="mute">{t(`by.${dead_by}`)}</div>}
    </>
  );
}

function useFilters(): RecordFilter<typeof exposedRightList>[] {
  const { t } = useTranslation('key-exposure');
  const systems = useKeySystemNames();
  return [
    {
      name: 'dead_by',
      label: t('filters.dead_by'),
      options: (['nothing', 'validity', 'revalidation'] as const).map((value) => ({
        value,
        label: t(`filters.${value}`),
      })),
    },
    {
      name: 'protection_class',
      label: t('filters.class'),
      options: ['2', '3', '4'].map((value) => ({ value, label: t('filters.classFrom', { class: value }) })),
    },
    { name: 'connection_id', label: t('filters.system'), options: optionsOf(systems) },
  ];
}
