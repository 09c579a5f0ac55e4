import { type IamConnection, isUploaded, type SyncTask } from '@key2xs/contract';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ChangeCounts } from '#components/change-counts';
import { TaskProgress } from '#components/task-progress';
import { useReadSource } from '#data/sources/iam';
import { isFinished, useSyncTask } from '#data/tasks/sync';
import { Notice } from '#ui/notice';
import { Failure, Loading } from '#ui/page-states';
import { Panel } from '#ui/panel';
import { useToast } from '#ui/toast';
import { RunResult } from './run-result';

type Props = {
  connection: IamConnection;
  taskId: string;
  onStarted: (taskId: string) => void;
  onLeave: (to: 'map' | 'upload_again') => void;
};

/** Follows the run. Leaving is safe: all state is on the server. */
export function RunStep({ connection, taskId, onStarted, onLeave }: Props) {
  const { t } = useTranslation('iam');
  const { data: task, error, refetch } = useSyncTask(taskId);
  if (error && !task) return <Failure error={error} onRetry={refetch} />;
  if (!task) return <Loading label={t('run.loading')} />;
  if (!isFinished(task)) {
    return (
      <Panel title={t(task.dry_run ? 'word.preview' : 'wizard.steps.run')} padded>
        <TaskProgress task={task} />
      </Panel>
    );
  }
  if (task.status === 'FAILURE' || !task.result) {
    return <FailedRun connection={connection} task={task} onStarted={onStarted} onLeave={onLeave} />;
  }
  return (
    <>
      <RunResult connection={connection} task={task} result={task.result} />
      <ChangeCounts counts={task.result.counts} />
      {isUploaded(connection.provider) && (
        <div className="setup-foot">
          <Button variant="default" onClick={() => onLeave('upload_again')}>
            {t('run.again')}
          </Button>
        </div>
      )}
    </>
  );
}

type FailedProps = Omit<Props, 'taskId'> & { task: SyncTask };

function FailedRun({ connection, task, onStarted, onLeave }: FailedProps) {
  const { t } = useTranslation(['iam', 'tasks']);
  const read = useReadSource();
  const toast = useToast();
  const again = () =>
    read.mutate(
      { id: connection.id, isDryRun: task.dry_run },
      { onSuccess: ({ task_id }) => onStarted(task_id), onError: (error) => toast.failure(error.message) },
    );
  const actions = (
    <>
      <Button variant="default" onClick={() => onLeave('map')}>
        {t(isUploaded(connection.provider) ? 'run.mapping' : 'run.fields')}
      </Button>
      <Button loading={read.isPending} onClick={again}>
        {t('word.tryAgain')}
      </Button>
    </>
  );
  return (
    <Notice
      tone={task.cancelled ? 'grey' : 'red'}
      title={t(task.cancelled ? 'tasks:cancelledTitle' : 'tasks:failed.title')}
      actions={actions}
    >
      {task.error ?? t('tasks:failed.unknown')} {!task.cancelled && t('tasks:failed.retry.directory')}
    </Notice>
  );
}
