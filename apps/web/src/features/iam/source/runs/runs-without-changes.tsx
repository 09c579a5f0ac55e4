import type { SyncTask } from '@key2xs/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { TimeAgo } from '#components/time-ago';
import { isFinished, syncTasksQuery } from '#data/tasks/sync';
import { Panel } from '#ui/panel';
import { StatusTag } from '#ui/status-tag';
import { type Column, DataTable } from '#ui/table/data-table';

/** The newest runs without a change set: still running, or failed before there was one. */
export function RunsWithoutChanges({ sourceId }: { sourceId: string }) {
  const { t } = useTranslation('source');
  const { data } = useQuery(syncTasksQuery);
  const shown = (data?.items ?? []).filter(
    (task) => task.iam_connection_id === sourceId && (!isFinished(task) || task.status === 'FAILURE'),
  );
  const columns: Column<SyncTask>[] = [
    {
      key: 'when',
      phone: 'title',
      header: t('events.when'),
      cell: ({ task_id, created_at }) => (
        <Link to="/tasks/$id" params={{ id: task_id }}>
          <TimeAgo instant={created_at} />
        </Link>
      ),
    },
    {
      key: 'what',
      phone: 'meta',
      header: t('word.kind'),
      cell: ({ dry_run }) => t(dry_run ? 'word.preview' : 'runs.run'),
    },
    { key: 'outcome', phone: 'aside', header: t('word.outcome'), cell: (task) => <Outcome task={task} /> },
    { key: 'error', phone: 'meta', header: t('runs.columns.reason'), cell: ({ error }) => error },
  ];
  if (shown.length === 0) return null;
  return (
    <div className="wizard-part">
      <Panel title={t('runs.unfinished')}>
        <DataTable
          caption={t('runs.unfinishedCaption')}
          columns={columns}
          rows={shown}
          rowKey={({ task_id }) => task_id}
        />
      </Panel>
    </div>
  );
}

function Outcome({ task }: { task: SyncTask }) {
  const { t } = useTranslation('source');
  return isFinished(task) ? (
    <StatusTag
      tone={task.cancelled ? 'grey' : 'red'}
      label={t(task.cancelled ? 'runs.cancelled' : 'webhook.states.failed')}
    />
  ) : (
    <StatusTag tone="blue" label={t('runs.underWay')} />
  );
}
