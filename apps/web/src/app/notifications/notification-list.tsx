import type { SyncTask } from '@key2xs/contract';
import { Button, CloseButton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { taskStateOf, taskStateTones } from '#data/tasks/end-of-task';
import { useRemovedTasks } from '#data/tasks/removed-tasks';
import { isFinished } from '#data/tasks/sync';
import { formatInstant } from '#lib/format';
import { relativeTime } from '#lib/time/relative-time';
import { ProgressBar } from '#ui/progress';

type Props = {
  tasks: { data?: { items: SyncTask[] }; error: Error | null; refetch: () => unknown };
  /** Something else is listed, so an empty task list does not mean "nothing new". */
  hasOthers: boolean;
  onOpenTask: () => void;
};

export function NotificationList({ tasks, hasOthers, onOpenTask }: Props) {
  const { t } = useTranslation('shell');
  const { removed, remove } = useRemovedTasks();
  if (tasks.error && !tasks.data) {
    return (
      <div className="notifications-none" role="alert">
        <p>{t('notifications.failed')}</p>
        <Button variant="default" size="xs" mt="xs" onClick={() => void tasks.refetch()}>
          {t('notifications.retry')}
        </Button>
      </div>
    );
  }
  const items = tasks.data?.items.filter(({ task_id }) => !removed.includes(task_id)) ?? [];
  if (items.length === 0 && hasOthers) return null;
  if (items.length === 0) return <p className="notifications-none">{t('notifications.empty')}</p>;
  return (
    <ul className="notifications">
      {items.map((task) => (
        <li key={task.task_id}>
          <Notification task={task} onOpen={onOpenTask} />
          {isFinished(task) && (
            <CloseButton
              className="notification-remove"
              size={24}
              aria-label={t('notifications.remove', { title: task.title })}
              onClick={() => remove(task.task_id)}
            />
          )}
        </li>
      ))}
    </ul>
  );
}

function Notification({ task, onOpen }: { task: SyncTask; onOpen: () => void }) {
  const { t } = useTranslation('shell');
  const { task_id: id, title: connection, kind } = task;
  const stand = taskStateOf(task);
  const tone = task.decided ? 'grey' : taskStateTones[stand];
  const words = kind === 'inventory' || kind === 'generator' ? kind : 'sync';
  const isRunning = !isFinished(task);
  return (
    <Link to="/tasks/$id" params={{ id }} className={`notification tone-${tone}`} onClick={onOpen}>
      <span className="notification-head">
        <span className="notification-dot" aria-hidden="true" />
        <span className="notification-words">{t(`notifications.${words}.${stand}`, { connection })}</span>
        <span className="notification-time">
          {relativeTime(task.completed_at ?? task.started_at ?? task.created_at)}
        </span>
      </span>
      {isRunning && (
        <ProgressBar
          label={t('notifications.progress', { connection })}
          done={task.done}
          total={task.total}
          phase={t(`notifications.phases.${task.phase}`)}
        />
      )}
      <Outcome task={task} />
      {task.error && <span className="notification-more">{task.error}</span>}
    </Link>
  );
}

/** The state of a task that had to be decided: shows the decision once it is made. */
function Outcome({ task: { result, decided } }: { task: SyncTask }) {
  const { t } = useTranslation('shell');
  if (!result) return null;
  if (!decided) return <span className="notification-more">{t(`notifications.outcomes.${result.outcome}`)}</span>;
  const { how, by, at } = decided;
  const what = t(`notifications.decided.${how}`, { by: by ?? t('notifications.decided.unknownUser') });
  return (
    <span className="notification-more">
      {at === null ? what : t('notifications.decided.at', { what, at: formatInstant(at) })}
    </span>
  );
}
