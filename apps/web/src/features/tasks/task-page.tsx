import type { SyncTask } from '@key2xs/contract';
import { useParams } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { ChangeCounts } from '#components/change-counts';
import { TaskProgress } from '#components/task-progress';
import { isFinished, useSyncTask } from '#data/sync';
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
