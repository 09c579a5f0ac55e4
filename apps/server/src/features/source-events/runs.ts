import { type Sentence, say } from '@key2xs/texts';
import type { Caller, Tx } from '#platform/deps';
import type { TaskRow } from '#platform/schema/schema';
import { noteSourceEvent } from './note-event';

type Run = Pick<TaskRow, 'id' | 'kind' | 'subject_id' | 'dry_run' | 'run_kind' | 'change_set_id'>;

/** Notes that a run or a preview over an identity source was started; nothing of other tasks. */
export async function noteRunStarted(
  tx: Tx,
  { actor, name }: Pick<Caller, 'actor' | 'name'>,
  task: Run,
): Promise<void> {
  if (task.kind !== 'directory') return;
  await noteSourceEvent(tx, {
    connection_id: task.subject_id,
    kind: 'run.started',
    sentence: startOf(task),
    actor_name: actor ? name : null,
    task_id: task.id,
  });
}

function startOf({ dry_run, run_kind }: Run): Sentence {
  if (dry_run) return say('sourceEvent.previewBegan');
  if (run_kind === 'webhook') return say('sourceEvent.runAfterWebhook');
  return say(run_kind === 'single' ? 'sourceEvent.runOfOne' : 'sourceEvent.runBegan');
}

type End = { result: { outcome: string; counts: Record<string, number> } } | { error: Sentence; isCancelled?: boolean };

/** Notes how a run or a preview over an identity source ended; nothing of other tasks. */
export async function noteRunEnded(tx: Tx, task: Run, end: End): Promise<void> {
  if (task.kind !== 'directory') return;
  const of = { connection_id: task.subject_id, task_id: task.id, change_set_id: task.change_set_id };
  await noteSourceEvent(tx, { ...of, ...eventOf(end) });
}

function eventOf(end: End) {
  if ('result' in end) return { kind: 'run.finished', sentence: endOf(end.result) } as const;
  if (end.isCancelled) return { kind: 'run.cancelled', sentence: end.error } as const;
  return { kind: 'run.failed', sentence: say('sourceEvent.runFailed', { reason: end.error }) } as const;
}

function endOf({ outcome, counts }: { outcome: string; counts: Record<string, number> }): Sentence {
  if (outcome === 'previewed') return say('sourceEvent.previewed');
  if (outcome === 'quarantined') return say('sourceEvent.endedStopped');
  const count = countChanged(counts);
  return count === 0 ? say('sourceEvent.nothingNew') : say('sourceEvent.applied', { count });
}

/** People who are not as they were. */
export const countChanged = (counts: Record<string, number>): number =>
  Object.entries(counts).reduce((all, [kind, count]) => (kind === 'unchanged' ? all : all + count), 0);
