import type { SyncTask } from '@key2xs/contract';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ChangeCounts } from '#components/change-counts';
import { TaskProgress } from '#components/task-progress';
import { isFinished, useSyncTask } from '#data/tasks/sync';
import { Page } from '#ui/page';
import { Failure, Loading } from '#ui/page-states';
import { Panel } from '#ui/panel';
import { TaskEnd } from './task-end';
import { TaskFacts } from './task-facts';

/** One run: progress, outcome, and links onward. */
export function TaskPage() {
  const { t } = useTranslation('tasks');
  const { id } = useParams({ strict: false });
  const { data, error, refetch } = useSyncTask(id);
  if (data) return <LoadedTask task={data} />;
  return (
    <Page title={t('one')} back={{ to: '/connection-manager', label: t('back') }}>
      {error ? <Failure error={error} onRetry={refetch} /> : <Loading label={t('loading')} />}
    </Page>
  );
}

function LoadedTask({ task }: { task: SyncTask }) {
  const { t } = useTranslation('tasks');
  useOpenDecision(task);
  const { kind, title, result } = task;
  const hasCounts = result !== null && Object.keys(result.counts).length > 0;
  return (
    <Page
      title={t('title', { kind: t(`kinds.${kind}`), title })}
      subtitle={t(`purpose.${kind}`)}
      back={{ to: '/connection-manager', label: t('back') }}
    >
      {isFinished(task) ? (
        <TaskEnd task={task} />
      ) : (
        <div style={{ marginBottom: 16 }}>
          <Panel padded>
            <TaskProgress task={task} />
          </Panel>
        </div>
      )}
      {hasCounts && <ChangeCounts counts={result.counts} />}
      <TaskFacts task={task} />
    </Page>
  );
}

/** Opens the change set of a preview, stopped by a guard or not, and of a run that a guard stopped while it was watched here. */
function useOpenDecision(task: SyncTask): void {
  const navigate = useNavigate();
  const [isWatched] = useState(!isFinished(task));
  const { change_set_id: id, result } = task;
  const isStopped = result?.outcome === 'quarantined';
  const isDue = result?.outcome === 'previewed' || (isStopped && (task.dry_run || isWatched));
  useEffect(() => {
    if (isDue && id) void navigate({ to: '/change-sets/$id', params: { id }, replace: true });
  }, [isDue, id, navigate]);
}
