import type { Sentence } from '@key2xs/texts';
import type { Tx } from '#platform/deps';
import { emit } from '#platform/events/event-kind';
import type { TaskRow } from '#platform/schema/schema';
import { taskEnded } from './events';

/**
 * Emits the end of a task and how its predecessor ended. A run over known dates reads nothing, so it proves nothing; a run of the
 * generator synchronises nothing.
 */
export async function emitEnd(tx: Tx, task: TaskRow, error: Sentence | null): Promise<void> {
  const { id: task_id, kind, subject_id, title, dry_run, run_kind } = task;
  if (kind === 'generator' || (run_kind === 'dates' && error === null)) return;
  const before = await tx
    .selectFrom('sync_task')
    .select('status')
    .where('subject_id', '=', subject_id)
    .where('kind', '=', kind)
    .where('id', '!=', task_id)
    .where('status', 'in', ['SUCCESS', 'FAILURE'])
    .where('cancelled', '=', false)
    .where('dry_run', '=', false)
    .where((q) => q.or([q('run_kind', 'is', null), q('run_kind', '!=', 'dates')]))
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  await emit(tx, taskEnded, {
    task_id,
    kind,
    subject_id,
    title,
    dry_run,
    error,
    was_failing: before?.status === 'FAILURE',
  });
}
