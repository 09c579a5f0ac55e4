import { type SyncTask, sync } from '@key2xs/contract';
import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useMay } from '#data/auth';
import { kindsOfTask } from '#data/tasks/kinds-of-task';
import { useCancelTask } from '#data/tasks/sync';
import { ProgressBar } from '#ui/progress';
import { useToast } from '#ui/toast';

/** Progress of a task in its current phase, with a note that the page may be left. */
export function TaskProgress({ task }: { task: SyncTask }) {
  const { t } = useTranslation(['tasks', 'shell']);
  const { title, phase, done, total } = task;
  const words = t(`shell:notifications.phases.${phase}`);
  const step = stepOf(task);
  return (
    <>
      <ProgressBar
        label={t('progress', { title })}
        phase={step ? t('step', { ...step, phase: words }) : words}
        done={done}
        total={total}
      />
      <p className="mute" style={{ marginTop: 12 }}>
        {t('leave')}
      </p>
      {task.phase !== 'applying' && task.kind !== 'generator' && <CancelRun taskId={task.task_id} />}
    </>
  );
}

function CancelRun({ taskId }: { taskId: string }) {
  const { t } = useTranslation('tasks');
  const toast = useToast();
  const cancel = useCancelTask();
  if (!useMay(sync.cancel)) return null;
  return (
    <div className="actions">
      <Button
        variant="default"
        loading={cancel.isPending}
        onClick={() => cancel.mutate(taskId, { onError: ({ message }) => toast.failure(message) })}
      >
        {t('cancel')}
      </Button>
    </div>
  );
}

const steps = ['reading', 'comparing', 'applying'] as const;

/** Which progress bar this is: each phase has its own. Undefined with a single one, and before the first. */
function stepOf({ kind, dry_run, phase }: SyncTask): { step: number; count: number } | undefined {
  if (!kindsOfTask[kind].hasPreview) return undefined;
  const at = steps.findIndex((name) => name === (phase === 'guarding' ? 'comparing' : phase));
  return at < 0 ? undefined : { step: at + 1, count: dry_run ? 2 : steps.length };
}
