import { type AccessReview, accessReviews, type ReviewedAccess, reviewedAccessList } from '@key2xs/contract';
import { Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ExportButton } from '#components/records/export-button';
import type { RecordFilter } from '#components/records/record-filters';
import { type RecordColumn, RecordList, type RecordListProps } from '#components/records/record-list';
import { useMay } from '#data/auth';
import { accessReviewQuery } from '#data/plans/access-reviews';
import { formatDate, formatInstant, formatNumber } from '#lib/format';
import { Notice } from '#ui/notice';
import { Page } from '#ui/page';
import { Failure, Loading } from '#ui/page-states';
import { Panel } from '#ui/panel';
import { StatStrip } from '#ui/stat-strip';
import { BulkBar } from '#ui/table/bulk-bar';
import type { ToDecide } from './decide-dialog';
import { ReviewItemDrawer } from './review-item-drawer';
import { DecisionTag, ReviewState, useWhoOf } from './review-state';
import { type Decider, useDeciding } from './use-deciding';

const DecideDialog = lazy(async () => ({ default: (await import('./decide-dialog')).DecideDialog }));
const EndDialog = lazy(async () => ({ default: (await import('./end-dialog')).EndDialog }));

/** One review: how far it is, and its rights to be decided. */
export function OneReview({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useTranslation('access-reviews');
  const { data, error, refetch } = useQuery(accessReviewQuery(id));
  const back = { label: t('title'), onClick: onClose };
  if (!data)
    return (
      <Page title={t('title')} back={back}>
        {error ? <Failure error={error} onRetry={refetch} /> : <Loading label={t('loading')} />}
      </Page>
    );
  const { name, scope_names, started_at, started_by, systems } = data;
  const reads = systems.map((system) => t('readAt', { name: system.name, at: formatInstant(system.read_at) }));
  const frozen = t('frozen', { at: formatInstant(started_at), name: started_by });
  return (
    <Page
      title={name}
      subtitle={[...scope_names, frozen, ...reads].join(' · ')}
      back={back}
      actions={
        <>
          <ReviewState review={data} />
          <ExportButton list={reviewedAccessList} params={{ id }} />
          <EndActions review={data} />
        </>
      }
    >
      <Figures review={data} />
      <Standing review={data} />
      <Rights review={data} />
    </Page>
  );
}

function EndActions({ review }: { review: AccessReview }) {
  const { t } = useTranslation('access-reviews');
  const [ending, setEnding] = useState<'complete' | 'stop'>();
  const may = useMay(accessReviews.complete);
  if (!may || review.state !== 'open') return null;
  return (
    <>
      <Button variant="default" onClick={() => setEnding('stop')}>
        {t('stop')}
      </Button>
      <Button disabled={review.undecided > 0} onClick={() => setEnding('complete')}>
        {t('complete')}
      </Button>
      {ending && (
        <Suspense>
          <EndDialog id={review.id} how={ending} onClose={() => setEnding(undefined)} />
        </Suspense>
      )}
    </>
  );
}

function Figures({ review }: { review: AccessReview }) {
  const { t } = useTranslation('access-reviews');
  const { items, undecided, kept, changed, removed, effective, due_at } = review;
  return (
    <StatStrip
      items={[
        { label: t('facts.decided'), value: t('of', { done: items - undecided, all: items }) },
        { label: t('facts.kept'), value: formatNumber(kept) },
        { label: t('facts.changed'), value: formatNumber(changed) },
        { label: t('facts.removed'), value: formatNumber(removed) },
        { label: t('facts.effective'), value: t('of', { done: effective, all: removed }) },
        { label: t('facts.due'), value: formatDate(due_at) },
      ]}
    />
  );
}

function Standing({ review }: { review: AccessReview }) {
  const { t } = useTranslation('access-reviews');
  const { state, is_overdue, undecided, closed_at, closed_by, note } = review;
  if (state !== 'open')
    return (
      <Notice tone="blue" title={t(`closed.${state}`, { name: closed_by ?? '', at: formatInstant(closed_at) })}>
        {note && t('closedNote', { note })}
      </Notice>
    );
  if (!is_overdue || undecided === 0) return null;
  return (
    <Notice tone="amber" title={t('overdue.title', { count: undecided })}>
      {t('overdue.text')}
    </Notice>
  );
}

function Rights({ review: { id, state } }: { review: AccessReview }) {
  const { t } = useTranslation('access-reviews');
  const [asked, setAsked] = useState<ToDecide>();
  const decider = useDeciding(id);
  const isOpen = useMay(accessReviews.decide) && state === 'open';
  const whoOf = useWhoOf();
  const nameOf = (item: ReviewedAccess) =>
    t('itemLabel', { who: whoOf(item), place: item.place_name ?? item.doors[0]?.name ?? t('noPlace') });
  /** Before the list takes K for "up". */
  const onKeys = (event: KeyboardEvent<HTMLElement>) => {
    const { target, key, ctrlKey, metaKey, altKey } = event;
    const row = target instanceof HTMLElement ? target.dataset.row : undefined;
    if (!isOpen || row === undefined || ctrlKey || metaKey || altKey || (key !== 'k' && key !== 'r')) return;
    event.preventDefault();
    event.stopPropagation();
    const name = (target as HTMLElement).getAttribute('aria-label') ?? '';
    if (key === 'k') decider.send({ items: [row], decision: 'keep', saw: 'row' });
    else setAsked({ id: row, name, decision: 'remove', saw: 'row', isAgain: false });
  };
  const bulk: RecordListProps<typeof reviewedAccessList>['bulk'] = {
    nameOf,
    bar: (chosen, onClear) => <KeepBar chosen={chosen} decider={decider} onClear={onClear} />,
  };
  return (
    <Panel>
      {isOpen && (
        <Text size="sm" c="dimmed" px="md" pt="xs" visibleFrom="sm">
          {t('keys')}
        </Text>
      )}
      <div role="presentation" onKeyDownCapture={onKeys}>
        <RecordList
          list={reviewedAccessList}
          params={{ id }}
          columns={useColumns({ isOpen, decider, onAsk: setAsked, nameOf })}
          filters={useFilters()}
          words={t('itemWords', { returnObjects: true })}
          rowLabel={nameOf}
          drawer={({ row, onClose }) =>
            row && (
              <ReviewItemDrawer
                key={row.id}
                item={row}
                isOpen={isOpen}
                decider={decider}
                onAsk={setAsked}
                onClose={onClose}
              />
            )
          }
          {...(isOpen && { bulk })}
        />
      </div>
      {asked && (
        <Suspense>
          <DecideDialog asked={asked} decider={decider} onClose={() => setAsked(undefined)} />
        </Suspense>
      )}
    </Panel>
  );
}

type BarProps = { chosen: readonly ReviewedAccess[]; decider: Decider; onClear: () => void };

function KeepBar({ chosen, decider, onClear }: BarProps) {
  const { t } = useTranslation('access-reviews');
  const items = chosen.map(({ id }) => id);
  return (
    <BulkBar label={t('bar.label')} count={t('bar.selected', { count: chosen.length })}>
      <Button
        size="compact-sm"
        loading={decider.isPending}
        onClick={() => decider.send({ items, decision: 'keep', saw: 'row' }, onClear)}
      >
        {t('bar.keep')}
      </Button>
      <Button size="compact-sm" variant="default" onClick={onClear}>
        {t('bar.clear')}
      </Button>
    </BulkBar>
  );
}

function useFilters(): RecordFilter<typeof reviewedAccessList>[] {
  const { t } = useTranslation('access-reviews');
  const optionsOf = (words: Record<string, string>, names: readonly string[]) =>
    names.map((value) => ({ value, label: words[value] ?? value }));
  const [decisions, sources, removals] = [
    t('decisions', { returnObjects: true }),
    t('sources', { returnObjects: true }),
    t('removals', { returnObjects: true }),
  ];
  return [
    {
      name: 'decision',
      label: t('filters.decision'),
      options: optionsOf(decisions, ['undecided', 'keep', 'remove', 'change']),
    },
    {
      name: 'mine',
      label: t('filters.mine'),
      options: [{ value: 'true', label: t('filters.mineOnly') }],
      isAlways: true,
    },
    {
      name: 'source',
      label: t('filters.source'),
      options: optionsOf(sources, ['rule', 'left_over', 'key_system']),
    },
    {
      name: 'removal',
      label: t('filters.removal'),
      options: optionsOf(removals, ['open', 'in_plan', 'recorded', 'on_key', 'effective']),
    },
  ];
}

type Acting = {
  isOpen: boolean;
  decider: Decider;
  onAsk: (asked: ToDecide) => void;
  nameOf: (item: ReviewedAccess) => string;
};

function useColumns({ isOpen, decider, onAsk, nameOf }: Acting): RecordColumn<typeof reviewedAccessList>[] {
  const { t } = useTranslation('access-reviews');
  const header = t('columns', { returnObjects: true });
  const whoOf = useWhoOf();
  const columns: RecordColumn<typeof reviewedAccessList>[] = [
    {
      key: 'who',
      phone: 'title',
      header: header.who,
      sort: 'person',
      cell: (item: ReviewedAccess) => (
        <>
          {whoOf(item)}
          <div className="mute">
            {item.subject === 'recorded_person'
              ? t('ofKeySystem')
              : item.subject === 'key'
                ? t('aKey')
                : item.department}
          </div>
        </>
      ),
    },
    {
      key: 'place',
      phone: 'meta',
      header: header.place,
      sort: 'place',
      cell: ({ place_name, doors }: ReviewedAccess) => (
        <>
          {place_name ?? (doors.length === 1 ? doors[0]?.name : t('noPlace'))}
          <div className="mute">{t('doors', { count: doors.length })}</div>
        </>
      ),
    },
    {
      key: 'reason',
      phone: 'meta',
      header: header.reason,
      cell: ({ source, rules, profiles }: ReviewedAccess) => (
        <>
          {rules[0]?.name ?? t(`sources.${source}`)}
          <div className="mute">
            {rules[0]
              ? [rules[0].plan_name, ...(rules.some((rule) => rule.is_by_name) ? [t('byName')] : [])].join(', ')
              : profiles.join(', ')}
          </div>
        </>
      ),
    },
    {
      key: 'evidence',
      header: header.evidence,
      hideBelow: 1_100,
      cell: ({ peers, peers_with }: ReviewedAccess) =>
        peers === 0 ? t('noPeers') : t('peers', { done: peers_with, all: peers }),
    },
    {
      key: 'class',
      header: header.class,
      sort: 'protection_class',
      cell: ({ protection_class }: ReviewedAccess) => protection_class,
    },
    {
      key: 'decision',
      phone: 'aside',
      header: header.decision,
      cell: (item: ReviewedAccess) => <DecisionTag item={item} />,
    },
  ];
  if (!isOpen) return columns;
  return [
    ...columns,
    {
      key: 'act',
      phone: 'meta',
      header: header.act,
      cell: (item: ReviewedAccess) =>
        item.is_own ? (
          <span className="mute">{t('own')}</span>
        ) : item.decision ? null : (
          <Group gap={6} wrap="nowrap">
            <Button
              size="compact-sm"
              variant="default"
              onClick={() => decider.send({ items: [item.id], decision: 'keep', saw: 'row' })}
            >
              {t('decisions.keep')}
            </Button>
            <Button
              size="compact-sm"
              variant="default"
              onClick={() => onAsk({ id: item.id, name: nameOf(item), decision: 'remove', saw: 'row', isAgain: false })}
            >
              {t('decisions.remove')}
            </Button>
          </Group>
        ),
    },
  ];
}
