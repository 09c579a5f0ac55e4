import type { CanonicalField, SourceEvent } from '@key2xs/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { TimeAgo } from '#components/time-ago';
import { pageSize, sourceEventsQuery } from '#data/sources/source-status';
import { Empty, Failure } from '#ui/page-states';
import { Panel } from '#ui/panel';
import { type Column, DataTable } from '#ui/table/data-table';
import { SkeletonRows } from '#ui/table/skeleton-rows';
import { useUrlState } from '#ui/table/url-state';
import { sourceSearch } from '../../source-search';
import type { SourceTabProps } from '../source-tab-props';

/** Events of a source, newest first: who did what, and what it concerned. */
export function EventsTab({ source: { id } }: SourceTabProps) {
  const { t } = useTranslation('source');
  const [{ offset = 0 }, setUrl] = useUrlState(sourceSearch);
  const { data, error, refetch } = useQuery(sourceEventsQuery(id, offset));
  const columns = useColumns();
  if (!data) return error ? <Failure error={error} onRetry={refetch} /> : <SkeletonRows label={t('events.loading')} />;
  return (
    <Panel title={t('tabs.events')}>
      {data.total === 0 ? (
        <Empty title={t('events.none')} hint={t('events.noneHint')} />
      ) : (
        <DataTable
          caption={t('events.caption')}
          columns={columns}
          rows={data.items}
          rowKey={(event) => event.id}
          page={{ offset, limit: pageSize, total: data.total, onChange: (next) => setUrl({ offset: next }) }}
        />
      )}
    </Panel>
  );
}

function useColumns(): Column<SourceEvent>[] {
  const { t } = useTranslation('source');
  return [
    { key: 'at', phone: 'aside', header: t('events.when'), cell: ({ at }) => <TimeAgo instant={at} />, isLine: true },
    { key: 'what', phone: 'title', header: t('events.what'), cell: (event) => <What event={event} /> },
    {
      key: 'who',
      phone: 'meta',
      header: t('word.who'),
      cell: ({ actor, source_ip }) => [actor ?? t('events.byItself'), source_ip].filter(Boolean).join(' · '),
    },
    { key: 'more', phone: 'meta', header: t('events.more'), cell: (event) => <More event={event} /> },
  ];
}

function What({ event: { message, changes } }: { event: SourceEvent }) {
  const { t } = useTranslation(['source', 'iam']);
  const nameOf = (field: string) => t(`iam:map.fields.${field as CanonicalField}.label`); // A mapping has no other fields.
  return (
    <>
      {message}
      {changes.map(({ field, before, after }) => (
        <div key={field} className="mute">
          {before === after
            ? t('events.otherwise', { field: nameOf(field), attribute: after ?? '–' })
            : t('events.change', { field: nameOf(field), before: before ?? '–', after: after ?? '–' })}
        </div>
      ))}
    </>
  );
}

function More({ event: { change_set_id, task_id } }: { event: SourceEvent }) {
  const { t } = useTranslation('source');
  if (change_set_id) {
    return (
      <Link to="/change-sets/$id" params={{ id: change_set_id }}>
        {t('events.changes')}
      </Link>
    );
  }
  if (!task_id) return null;
  return (
    <Link to="/tasks/$id" params={{ id: task_id }}>
      {t('events.run')}
    </Link>
  );
}
