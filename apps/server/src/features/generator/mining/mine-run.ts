import { setTimeout as pause } from 'node:timers/promises';
import type { Tx } from '#platform/deps';
import { AppError } from '#platform/errors';
import { type StepResult, TaskFailed, type TaskRun } from '../../tasks/service';
import { appendEvents, countSuggestionEvents } from '../run-events';
import { isStopRequested, loadInput, type RunRow } from '../run-queries';
import { savePlan } from '../save-plan';
import { loadDecided, SuggestionRows } from '../suggestion-row';
import { type MinerAnswer, miningSettings, planMiner, stopAfterMs } from './miner';
import { type FoundSuggestion, MiningFeed } from './mining-feed';

const flushMs = 250;
const againAfterMs = 5_000;

/**
 * Mines the plan of a run in a thread and writes what that tells as events. The same input and seed suggest the same in the same
 * order, so a run that begins again sends no suggestion twice.
 */
export async function mineRun(run: TaskRun, row: RunRow): Promise<StepResult> {
  const { deps } = run;
  const input = await loadInput(deps.db, row.id);
  const rows = new SuggestionRows(input, await loadDecided(deps.db, row.settings.previous_run_id));
  const feed = new MiningFeed(row.id, rows, await countSuggestionEvents(deps.db, row.id));
  const stop = new SharedArrayBuffer(4);
  const order = { input: input.mining, settings: miningSettings(row.settings, row.seed), stop };
  const ends = new AbortController();
  const signal = AbortSignal.any([run.signal, run.stopping, ends.signal]);
  const endsAt = performance.now() + stopAfterMs;
  let isDone = false;
  const mining = deps.runner.run(planMiner, order, { signal, onProgress: (told) => feed.add(told) }).finally(() => {
    isDone = true;
  });
  mining.catch(() => undefined); // awaited below
  try {
    while (!isDone) {
      await Promise.race([mining.catch(() => undefined), pause(flushMs)]);
      await flush(run, row.id, feed);
      if (performance.now() > endsAt || (await isStopRequested(deps.db, row.id)))
        Atomics.store(new Int32Array(stop), 0, 1);
    }
    const result = await mining;
    if (!result.ok) throw new TaskFailed(result.reason);
    return await savePlan(run, row, {
      input,
      rows,
      answer: result.answer,
      isComplete: !wasStopped(stop, result.answer),
    });
  } catch (error) {
    // Another process, or this one after its start, begins again with the same input.
    if (run.stopping.aborted) return 'again';
    if (error instanceof AppError && error.code === 'overloaded')
      return { resume_at: new Date(deps.clock().getTime() + againAfterMs) };
    throw error;
  } finally {
    ends.abort();
  }
}

const wasStopped = (stop: SharedArrayBuffer, { plan }: MinerAnswer): boolean =>
  Atomics.load(new Int32Array(stop), 0) !== 0 && plan.figures.is_partial;

async function flush(run: TaskRun, runId: string, feed: MiningFeed): Promise<void> {
  const { events, found, progress } = feed.take();
  const { phase, done, total } = progress;
  await run.deps.db.transaction().execute(async (tx) => {
    await run.save(tx, { phase: 'calculating', done, total });
    if (events.length === 0) return;
    await tx.updateTable('generator_run').set({ phase, done, total }).where('id', '=', runId).execute();
    await appendEvents(tx, runId, events);
    await insertFound(tx, found);
  });
}

const batchSize = 250;

async function insertFound(tx: Tx, found: readonly FoundSuggestion[]): Promise<void> {
  for (let at = 0; at < found.length; at += batchSize) {
    await tx
      .insertInto('generator_found')
      .values(found.slice(at, at + batchSize))
      .execute();
  }
}
