import type { ChangeSet } from '@key2xs/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { isMoving } from '#data/tasks/change-sets';
import { syncTasksQuery } from '#data/tasks/sync';
import { LinkButton } from '#ui/link-button';
import { Notice } from '#ui/notice';
import { Panel } from '#ui/panel';
import { ProgressBar } from '#ui/progress';

/** Progress of computing or applying, or the failure of its task. */
export function LiveProgress({ changeSet }: { changeSet: ChangeSet }) {
  const { t } = useTranslation('change-sets');
  const { id, state, applied, waiting, total, title } = changeSet;
  const { data: tasks } = useQuery({ ...syncTasksQuery, enabled: isMoving(changeSet) });
  const task = tasks?.items.find(({ change_set_id, task_id }) => change_set_id === id || task_id === changeSet.task_id);
  if (task?.status === 'FAILURE') {
    const open = (
      <LinkButton to="/tasks/$id" params={{ id: task.task_id }} variant="default">
        {t('notices.stopped.task')}
      </LinkButton>
    );
    return (
      <Notice tone="red" title={t('notices.stopped.title')} actions={open}>
        {task.error} {t('notices.stopped.text')}
      </Notice>
    );
  }
  return (
    <div style={{ marginBottom: 16 }}>
      <Panel padded>
        <ProgressBar
          label={title}
          phase={t(state === 'computing' ? 'progress.computing' : 'progress.applying')}
          done={applied + waiting}
          total={state === 'computing' ? 0 : total}
        />
        <p className="mute" style={{ marginTop: 12 }}>
          {t('progress.leave')}
        </p>
      </Panel>
    </div>
  );
}
