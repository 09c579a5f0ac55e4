import type { Sentence } from '@key2xs/texts';
import type { Tx } from '#platform/deps';
import { appendEvents } from './run-events';
import { lockRun } from './run-queries';

type End = { status: 'failed'; error: Sentence; at?: Date } | { status: 'stopped'; at: Date };

/** Ends a run without a result; one that has ended stays as it is. */
export async function endRun(tx: Tx, id: string, end: End): Promise<void> {
  const run = await lockRun(tx, id);
  if (!run || (run.status !== 'waiting' && run.status !== 'running')) return;
  const { status } = end;
  const error = end.status === 'failed' ? end.error : null;
  const set = { status, phase: null, finished_at: end.at ?? new Date(), error: error && JSON.stringify(error) };
  await tx.updateTable('generator_run').set(set).where('id', '=', id).execute();
  await tx.deleteFrom('generator_found').where('run_id', '=', id).execute();
  await appendEvents(tx, id, [
    error
      ? { event: 'error', data: { run_id: id, code: 'failed', sentence: error } }
      : { event: 'done', data: { run_id: id, status, figures: null } },
  ]);
}
