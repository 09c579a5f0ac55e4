import type { SyncTask, TaskOutcome } from '@key2xs/contract';
import { useTranslation } from 'react-i18next';
import { NextStepButton } from '#components/next-step/next-step-button';
import { RunAgain } from '#components/run-again';
import { useRunOutcome } from '#components/use-run-outcome';
import { LinkButton } from '#ui/link-button';
import { Notice } from '#ui/notice';

const tones = {
  applied: 'green',
  waiting: 'amber',
  nothing_to_do: 'grey',
  previewed: 'blue',
  quarantined: 'amber',
  read: 'green',
  suggested: 'green',
} as const satisfies Record<TaskOutcome, string>;

/** The outcome of a task, and the next step. */
export function TaskEnd({ task }: { task: SyncTask }) {
  const { t } = useTranslation('tasks');
  const wordsOf = useRunOutcome();
  const { result, change_set_id, decided } = task;
  if (task.status === 'FAILURE' || !result) return <FailedTask task={task} />;
  const { outcome } = result;
  const { isPartly, title, text } = wordsOf(task.kind, result);
  const isWaiting = !decided && (outcome === 'previewed' || outcome === 'quarantined');
  const byHand = result.waiting > 0 && (
    <LinkButton
      to="/work-list"
      search={{ connection_id: task.key_system_connection_id ?? undefined }}
      variant={outcome === 'waiting' ? 'filled' : 'default'}
    >
      {t('workList', { count: result.waiting })}
    </LinkButton>
  );
  const open = change_set_id && (
    <LinkButton to="/change-sets/$id" params={{ id: change_set_id }} variant={isWaiting ? 'filled' : 'default'}>
      {t(isWaiting ? 'decide' : 'changeSet')}
    </LinkButton>
  );
  if (decided) {
    const { how, by } = decided;
    return (
      <Notice tone="grey" title={t(`decided.${how}`, { by: by ?? t('decided.unknownUser') })} actions={open}>
        {t('decided.text')}
      </Notice>
    );
  }
  const actions = (
    <>
      {byHand}
      {task.kind === 'generator' && <OpenGenerator runId={task.subject_id} />}
      {open}
      {!isWaiting && (task.kind === 'directory' || task.kind === 'inventory') && <NextStepButton />}
    </>
  );
  return (
    <Notice tone={isPartly ? 'amber' : tones[outcome]} title={title} actions={actions}>
      {text} {result.waiting > 0 && outcome !== 'waiting' && t('waitingToo')}
    </Notice>
  );
}

function FailedTask({ task }: { task: SyncTask }) {
  const { t } = useTranslation('tasks');
  const { kind, error, change_set_id, cancelled } = task;
  const actions = (
    <>
      {change_set_id && (
        <LinkButton to="/change-sets/$id" params={{ id: change_set_id }} variant="default">
          {t('changeSet')}
        </LinkButton>
      )}
      {kind === 'generator' && <OpenGenerator runId={task.subject_id} />}
      <RunAgain of={task} isDryRun={task.dry_run} label={t('failed.again')} />
    </>
  );
  return (
    <Notice
      tone={cancelled ? 'grey' : 'red'}
      title={t(cancelled ? 'cancelledTitle' : 'failed.title')}
      actions={actions}
    >
      {error ?? t('failed.unknown')} {!cancelled && t(`failed.retry.${kind}`)}
    </Notice>
  );
}

function OpenGenerator({ runId }: { runId: string }) {
  const { t } = useTranslation('tasks');
  return (
    <LinkButton to="/keyplan-ai/create" search={{ run: runId }} variant="filled">
      {t('openGenerator')}
    </LinkButton>
  );
}
