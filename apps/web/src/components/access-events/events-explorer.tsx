import { type AccessEventFilter, type AccessEventLook, accessEvents, type SeenAccessEvent } from '@key2xs/contract';
import { Button, Stack } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MayCall } from '#components/may-call';
import { lookQuery, newLookQuery, seenEventsQuery, useExportEvents } from '#data/access-events';
import { formatInstant } from '#lib/format';
import { Notice } from '#ui/notice';
import { Empty, Failure } from '#ui/page-states';
import { Panel } from '#ui/panel';
import { type Column, DataTable } from '#ui/table/data-table';
import { SkeletonRows } from '#ui/table/skeleton-rows';
import { useUrlState } from '#ui/table/url-state';
import { useToast } from '#ui/toast';
import { EventDrawer } from './event-drawer';
import { EventFilters } from './event-filters';
import { ResultTag, useDelayWords, useReasonWords, useWhoWords } from './event-words';
import './events.css';
import { eventsSearch, noFilter } from './events-search';
import { filterOf } from './filter-of';
import { RevealDialog } from './reveal-dialog';
import { EventTimeline } from './timeline';

/** What happened at doors: with pseudonyms, or with names for a purpose and for some hours. */
export function EventsExplorer() {
  const [state] = useUrlState(eventsSearch);
  return state.look === undefined ? <WithPseudonyms /> : <WithNames id={state.look} />;
}

function WithPseudonyms() {
  const { t } = useTranslation('access-events');
  const [state, patch] = useUrlState(eventsSearch);
  const [opened] = useState(() => Date.now());
  const filter = useMemo(() => filterOf(state, opened), [state, opened]);
  const [isAsking, setIsAsking] = useState(false);
  const { data: look, error, refetch } = useQuery(newLookQuery(filter));
  return (
    <Stack gap="md">
      {look && <EventTimeline look={look.id} />}
      <Panel
        title={t('list.title')}
        actions={
          <>
            <MayCall of={[accessEvents.reveal]}>
              <Button variant="default" size="compact-sm" onClick={() => setIsAsking(true)}>
                {t('reveal.open')}
              </Button>
            </MayCall>
            {look && <Export look={look} />}
          </>
        }
      >
        <div className="record-list">
          <EventFilters names={look?.names} />
          {look && <Events look={look} filter={filter} />}
          {error && <Failure error={error} onRetry={refetch} />}
          {!look && !error && <SkeletonRows label={t('list.loading')} />}
        </div>
      </Panel>
      {isAsking && (
        <RevealDialog
          filter={filter}
          onClose={() => setIsAsking(false)}
          onRevealed={({ id }) => {
            setIsAsking(false);
            patch({ look: id, event: undefined });
          }}
        />
      )}
    </Stack>
  );
}

function WithNames({ id }: { id: string }) {
  const { t } = useTranslation('access-events');
  const [, patch] = useUrlState(eventsSearch);
  const { data: look, error } = useQuery(lookQuery(id));
  const end = (
    <Button variant="default" size="compact-sm" onClick={() => patch({ look: undefined, event: undefined })}>
      {t('names.end')}
    </Button>
  );
  if (error) {
    return (
      <Notice tone="amber" title={t('names.ended')} actions={end}>
        {error.message}
      </Notice>
    );
  }
  if (!look) return <SkeletonRows label={t('list.loading')} />;
  const { purpose, reason, ends_at, second, names } = look;
  const about = [names.location, names.cylinder, names.key, names.person].filter((name) => name !== null);
  return (
    <Stack gap="md">
      <Notice tone="amber" title={t('names.until', { when: formatInstant(ends_at) })} actions={end}>
        {t('names.why', { purpose: t(`purposes.${purpose ?? 'other'}`), reason: reason ?? '' })}{' '}
        {about.length > 0 && t('names.about', { names: about.join(', ') })} {second && t(`second.${second}`)}
      </Notice>
      <EventTimeline look={look.id} />
      <Panel title={t('list.title')} actions={<Export look={look} />}>
        <div className="record-list">
          <Events look={look} filter={look.filter} />
        </div>
      </Panel>
    </Stack>
  );
}

function Export({ look }: { look: AccessEventLook }) {
  const { t } = useTranslation('access-events');
  const save = useExportEvents();
  const toast = useToast();
  return (
    <MayCall of={[accessEvents.exportCsv]}>
      <Button
        variant="default"
        size="compact-sm"
        loading={save.isPending}
        onClick={() =>
          save.mutate({ params: { id: look.id }, query: {} }, { onError: () => toast.failure(t('list.exportFailed')) })
        }
      >
        {t('list.export')}
      </Button>
    </MayCall>
  );
}

function Events({ look, filter }: { look: AccessEventLook; filter: AccessEventFilter }) {
  const { t } = useTranslation('access-events');
  const columns = useColumns();
  const [{ event: opened }, patch] = useUrlState(eventsSearch);
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery(
    seenEventsQuery(look),
  );
  const rows = data?.pages.flatMap(({ items }) => items);
  const shown = rows?.find(({ id }) => id === opened);
  return (
    <>
      {rows && rows.length > 0 && (
        <DataTable
          caption={t('list.caption')}
          columns={columns}
          rows={rows}
          rowKey={({ id }) => id}
          onRowClick={({ id }) => patch({ event: id })}
          rowLabel={({ cylinder, event_time }) =>
            t('list.open', { door: cylinder?.name ?? t('door.unknown'), when: formatInstant(event_time) })
          }
          isCurrent={({ id }) => id === opened}
        />
      )}
      {rows?.length === 0 && <NoEvents filter={filter} isFixed={look.shows_names} />}
      {error && <Failure error={error} onRetry={data ? fetchNextPage : refetch} />}
      {!data && !error && <SkeletonRows label={t('list.loading')} />}
      {hasNextPage && !error && (
        <div className="table-foot">
          <Button variant="default" size="compact-sm" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t('list.more')}
          </Button>
        </div>
      )}
      {shown && <EventDrawer event={shown} isFixed={look.shows_names} onClose={() => patch({ event: undefined })} />}
    </>
  );
}

function NoEvents({ filter, isFixed }: { filter: AccessEventFilter; isFixed: boolean }) {
  const { t } = useTranslation('access-events');
  const [, patch] = useUrlState(eventsSearch);
  const { by, ...narrowing } = filter;
  if (Object.values(narrowing).every((value) => value === null)) {
    return <Empty title={t('list.none')} hint={t('list.noneHint')} />;
  }
  return (
    <Empty
      title={t('list.noMatch')}
      hint={t('list.noMatchHint')}
      action={
        !isFixed && (
          <Button variant="default" onClick={() => patch({ ...noFilter, period: 'all' })}>
            {t('list.showAll')}
          </Button>
        )
      }
    />
  );
}

function useColumns(): Column<SeenAccessEvent>[] {
  const { t } = useTranslation('access-events');
  const delayWords = useDelayWords();
  const reasonWords = useReasonWords();
  const whoWords = useWhoWords();
  const header = t('columns', { returnObjects: true });
  return [
    {
      key: 'happened',
      phone: 'meta',
      header: header.happened,
      isLine: true,
      cell: ({ event_time }) => <time dateTime={event_time}>{formatInstant(event_time)}</time>,
    },
    {
      key: 'door',
      phone: 'title',
      header: header.door,
      width: '22%',
      clip: ({ cylinder }) => cylinder?.name ?? t('door.unknown'),
    },
    { key: 'place', header: header.place, hideBelow: 1_200, width: '18%', clip: ({ place }) => place },
    { key: 'key', header: header.key, width: '10%', clip: ({ key }) => key?.name ?? t('key.unknown') },
    {
      key: 'who',
      phone: 'meta',
      header: header.who,
      width: '16%',
      clip: (event) => (event.is_withheld ? `${whoWords(event)} – ${t('who.withheld')}` : whoWords(event)),
    },
    {
      key: 'result',
      phone: 'meta',
      header: header.result,
      cell: ({ result, reason }) => (
        <>
          <ResultTag result={result} /> {reason && <span className="mute">{reasonWords(reason)}</span>}
        </>
      ),
    },
    {
      key: 'known',
      header: header.known,
      hideBelow: 1_000,
      isLine: true,
      cell: ({ import_time, delay_s }) => (
        <>
          <time dateTime={import_time}>{formatInstant(import_time)}</time>{' '}
          <span className="mute">{delayWords(delay_s)}</span>
        </>
      ),
    },
  ];
}
