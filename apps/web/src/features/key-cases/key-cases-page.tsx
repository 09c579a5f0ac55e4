import { type KeyCase, keyCaseKinds, keyCaseList } from '@key2xs/contract';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { ExportButton } from '#components/records/export-button';
import { useListFilter } from '#components/records/list-state';
import type { RecordFilter } from '#components/records/record-filters';
import { type RecordColumn, RecordList } from '#components/records/record-list';
import { caseCountsQuery, caseOwnersQuery } from '#data/key-systems/key-cases';
import { formatDate, formatNumber } from '#lib/format';
import { LinkButton } from '#ui/link-button';
import { Mono } from '#ui/mono';
import { Notice } from '#ui/notice';
import { Page } from '#ui/page';
import { Empty, Failure } from '#ui/page-states';
import { Panel } from '#ui/panel';
import { StatusTag } from '#ui/status-tag';
import { CasesBar } from './bulk-actions';
import { nameOfCase } from './outcomes';
import { StepTag } from './step-tag';
import '../../components/key-lists.css';
import './key-cases.css';

/** Keys that are not where they should be: lost, forgotten, broken, still with someone who has left, or of people who have moved; and joiners without one. */
export function KeyCasesPage() {
  const { t } = useTranslation('key-cases');
  const navigate = useNavigate();
  return (
    <Page
      title={t('title')}
      about={t('subtitle')}
      actions={
        <>
          <ExportButton list={keyCaseList} />
          <LinkButton to="/keys/possession-checks" variant="default">
            {t('checks')}
          </LinkButton>
        </>
      }
    >
      <Lanes />
      <Counters />
      <WithoutCase />
      <Panel>
        <RecordList
          list={keyCaseList}
          columns={useColumns()}
          filters={useFilters()}
          words={t('words', { returnObjects: true })}
          empty={<Empty title={t('none.title')} hint={t('none.hint')} />}
          rowLabel={(item) => t('open', { kind: t(`kinds.${item.kind}`), name: nameOfCase(item) })}
          bulk={{
            nameOf: nameOfCase,
            bar: (chosen, onClear) => <CasesBar chosen={chosen} onClear={onClear} />,
          }}
          onOpen={({ id }) => navigate({ to: '/keys/cases/$id', params: { id } })}
        />
      </Panel>
    </Page>
  );
}

const lanes = ['to_do', 'holder', 'work'] as const;

/** Where open cases stand, and whose they are; each figure filters the list below. */
function Lanes() {
  const { t } = useTranslation('key-cases');
  const [filter, setFilter] = useListFilter(keyCaseList);
  const { data } = useQuery(caseCountsQuery);
  const figures = [
    ...lanes.map((lane) => ({ name: lane, label: t(`lanes.${lane}`), count: data?.lanes[lane], sets: { lane } })),
    { name: 'mine', label: t('owner.mine'), count: data?.mine, sets: { owner: 'me' as const, state: 'open' as const } },
    {
      name: 'nobody',
      label: t('owner.nobody'),
      count: data?.unassigned,
      sets: { owner: 'nobody' as const, state: 'open' as const },
    },
  ];
  const none = { lane: undefined, owner: undefined, state: undefined };
  return (
    <ul className="key-counters" aria-label={t('lanesLabel')}>
      {figures.map(({ name, label, count, sets }) => {
        const isOn = 'lane' in sets ? filter.lane === sets.lane : filter.owner === sets.owner;
        return (
          <li key={name}>
            <button type="button" aria-pressed={isOn} onClick={() => setFilter(isOn ? none : { ...none, ...sets })}>
              <span>{label}</span>
              <strong className="tabular">{count === undefined ? '…' : formatNumber(count)}</strong>
            </button>
          </li>
        );
      })}
    </ul>
  );
}

/** Each figure filters the list below. */
function Counters() {
  const { t } = useTranslation('key-cases');
  const [filter, setFilter] = useListFilter(keyCaseList);
  const { data, error, refetch } = useQuery(caseCountsQuery);
  if (error && !data) return <Failure error={error} onRetry={refetch} />;
  const figures = [
    ...keyCaseKinds.map((kind) => ({ name: kind, sets: { kind, state: 'open' as const } })),
    { name: 'overdue' as const, sets: { kind: undefined, state: 'overdue' as const } },
  ];
  return (
    <ul className="key-counters" aria-label={t('counters.label')}>
      {figures.map(({ name, sets }) => {
        const isOn = filter.state === sets.state && filter.kind === sets.kind;
        return (
          <li key={name}>
            <button
              type="button"
              aria-pressed={isOn}
              data-warn={name === 'overdue' && (data?.overdue ?? 0) > 0}
              onClick={() => setFilter(isOn ? { kind: undefined, state: undefined } : sets)}
            >
              <span>{t(`counters.${name}`)}</span>
              <strong className="tabular">{data ? formatNumber(data[name]) : '…'}</strong>
            </button>
          </li>
        );
      })}
    </ul>
  );
}

/** Losses recorded in the key system, or before cases were kept. */
function WithoutCase() {
  const { t } = useTranslation('key-cases');
  const { data } = useQuery(caseCountsQuery);
  if (!data || data.lost_without_case === 0) return null;
  return (
    <Notice
      tone="amber"
      title={t('withoutCase.title', { count: data.lost_without_case })}
      actions={
        <LinkButton to="/keys/manage" search={{ custody: 'lost' }} size="compact-sm" variant="default">
          {t('withoutCase.show')}
        </LinkButton>
      }
    >
      {t('withoutCase.text')}
    </Notice>
  );
}

function useColumns(): RecordColumn<typeof keyCaseList>[] {
  const { t } = useTranslation('key-cases');
  const header = t('columns', { returnObjects: true });
  return [
    {
      key: 'key',
      phone: 'title',
      header: header.key,
      isLine: true,
      cell: ({ key }) => (key ? <Mono>{key.marking}</Mono> : <span className="mute">{t('noKey')}</span>),
    },
    { key: 'kind', phone: 'meta', header: header.kind, cell: ({ kind }: KeyCase) => t(`kinds.${kind}`) },
    { key: 'holder', phone: 'meta', header: header.holder, width: '22%', clip: ({ holder }) => holder?.name ?? null },
    { key: 'step', phone: 'aside', header: header.step, cell: (item: KeyCase) => <StepTag item={item} /> },
    {
      key: 'doors',
      header: header.doors,
      hideBelow: 1_000,
      cell: ({ doors, moved_doors: moved }: KeyCase) => {
        if (moved) return t('moved.short', moved);
        const all = Object.values(doors).reduce((sum, count) => sum + count, 0);
        return all === 0 ? null : t('doorsDone', { done: doors.secured + doors.accepted, all });
      },
    },
    {
      key: 'due',
      phone: 'meta',
      header: header.due,
      sort: 'due_at',
      cell: ({ due_at, is_overdue }: KeyCase) =>
        due_at && (is_overdue ? <StatusTag tone="red" label={formatDate(due_at)} /> : formatDate(due_at)),
    },
    {
      key: 'owner',
      header: header.owner,
      hideBelow: 1_100,
      cell: ({ owner }: KeyCase) => owner?.name ?? <span className="mute">{t('owner.nobody')}</span>,
    },
    {
      key: 'opened',
      header: header.opened,
      sort: 'opened_at',
      hideBelow: 820,
      cell: ({ opened_at }: KeyCase) => formatDate(opened_at),
    },
  ];
}

function useFilters(): RecordFilter<typeof keyCaseList>[] {
  const { t } = useTranslation('key-cases');
  const { data } = useQuery(caseOwnersQuery);
  const owners = [
    { value: 'me', label: t('owner.mine') },
    { value: 'nobody', label: t('owner.nobody') },
    ...(data?.items ?? []).map(({ id, name }) => ({ value: id, label: name })),
  ];
  const optionsIn = (names: Record<string, string>) =>
    Object.entries(names).map(([value, label]) => ({ value, label }));
  return [
    { name: 'state', label: t('columns.state'), options: optionsIn(t('states', { returnObjects: true })) },
    { name: 'lane', label: t('columns.lane'), options: optionsIn(t('lanes', { returnObjects: true })) },
    { name: 'owner', label: t('columns.owner'), options: owners },
    { name: 'kind', label: t('columns.kind'), options: optionsIn(t('kinds', { returnObjects: true })) },
  ];
}
