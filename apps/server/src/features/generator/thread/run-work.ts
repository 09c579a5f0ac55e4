import { say } from '@key2xs/texts';
import type { Deps } from '#platform/deps';
import { AppError } from '#platform/errors';
import type { Task } from '#platform/isolated/task';
import type { PackedRun } from '../suggestions/run-data';
import type { DescribedBlock, DescribeOrder } from './describe-block';
import type { RunMatrix } from './run-matrix';
import type { SettledPlan, SettleOrder } from './settle-plan';

type Works = {
  settle: { order: SettleOrder; answer: SettledPlan };
  describe: { order: DescribeOrder; answer: DescribedBlock };
  matrix: { order: null; answer: RunMatrix };
};
type Kind = keyof Works;
export type RunOrder = { [K in Kind]: { kind: K; run: PackedRun; order: Works[K]['order'] } }[Kind];
export type RunAnswer = Works[Kind]['answer'];

/** With 100,000 people, what a run has read takes up to 200 MB once it is unpacked. */
const runWorker: Task<RunOrder, RunAnswer> = {
  worker: 'run-work',
  beside: import.meta.url,
  memoryMb: 1_024,
  limitMs: 60_000,
  parallel: 1,
  waiting: 16,
  retryAfterS: 10,
  says: {
    busy: say('generator.workBusy'),
    tooSlow: say('generator.workTooSlow'),
    tooBig: say('generator.workTooBig'),
  },
};

/**
 * Works on what a run has read in a thread: it takes a second of one core where there are 100,000 people.
 * @throws AppError overloaded; request_timeout: cancelled; conflict where the run is too large
 */
export async function workOnRun<K extends Kind>(
  { runner }: Pick<Deps, 'runner'>,
  kind: K,
  { run, order, signal }: { run: PackedRun; order: Works[K]['order']; signal?: AbortSignal | undefined },
): Promise<Works[K]['answer']> {
  const result = await runner.run(runWorker, { kind, run, order } as RunOrder, signal && { signal });
  if (!result.ok) throw new AppError('conflict', result.reason);
  return result.answer as Works[K]['answer']; // the thread answers an order with its own kind of answer
}
