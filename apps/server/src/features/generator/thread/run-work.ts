import { say } from '@key2xs/texts';
import type { Db, Deps } from '#platform/deps';
import { AppError } from '#platform/errors';
import type { Task } from '#platform/isolated/task';
import type { PackedInput } from '../run-queries';
import { type PackedRun, readPackedInput, readPackedRun, readRightsKey } from '../suggestions/run-data';
import type { ChooseOrder, ChosenPlan } from './choose-suggestions';
import type { DescribedBlock, DescribeOrder } from './describe-block';
import type { FoundBlock } from './place-found';
import type { ProofOrder } from './prove-plan';
import type { RunMatrix } from './run-matrix';
import type { SettledPlan, SettleOrder } from './settle-plan';

type Works = {
  settle: { order: SettleOrder; answer: SettledPlan };
  choose: { order: ChooseOrder; answer: ChosenPlan };
  describe: { order: DescribeOrder; answer: DescribedBlock };
  matrix: { order: null; answer: RunMatrix };
  prove: { order: ProofOrder; answer: Uint8Array };
};
type Kind = keyof Works;

/** `packed` where the thread does not have the run yet. */
export type NamedInput = { id: string; packed: PackedInput | null };
/** With its rights as they are now. */
export type NamedRun = { id: string; rightsKey: string; packed: PackedRun | null };
/** `found`: what a run that goes on has suggested so far. */
export type RunOrder =
  | { [K in Kind]: { kind: K; run: NamedRun; order: Works[K]['order'] } }[Kind]
  | { kind: 'found'; run: NamedInput; order: readonly FoundBlock[] };
/** `unknown`: the thread has to be given the run. */
export type RunAnswer = Works[Kind]['answer'] | 'unknown';

/** With 100,000 people, what a run has read takes up to 200 MB once it is unpacked. */
const runWorker: Task<RunOrder, RunAnswer> = {
  worker: 'run-work',
  beside: import.meta.url,
  memoryMb: 1_024,
  limitMs: 60_000,
  parallel: 1,
  waiting: 16,
  retryAfterS: 10,
  idleMs: 3 * 60_000, // someone who looks at a suggestion goes on to the next
  says: {
    busy: say('generator.workBusy'),
    tooSlow: say('generator.workTooSlow'),
    tooBig: say('generator.workTooBig'),
  },
};

/**
 * Works on what a run has read in a thread: it takes a second of one core where there are 100,000 people. The thread keeps the
 * last run, so that it is read and unpacked once for many edits.
 * @param db not a transaction that holds a run: others wait for that
 * @throws AppError not_found while there is no result; overloaded; request_timeout: cancelled; conflict where the run is too large
 */
export async function workOnRun<K extends Kind>(
  { runner, db }: Pick<Deps, 'runner'> & { db: Db },
  kind: K,
  { id, order, signal }: { id: string; order: Works[K]['order']; signal?: AbortSignal | undefined },
): Promise<Works[K]['answer']> {
  const ask = (run: NamedRun) => askThread(runner, { kind, run, order } as RunOrder, signal);
  const known = await ask({ id, rightsKey: await readRightsKey(db, id), packed: null });
  const answer = known === 'unknown' ? await ask({ id, ...(await readPackedRun(db, id)) }) : known;
  return answer as Works[K]['answer']; // the thread answers an order with its own kind of answer
}

/** The matrix of a run that goes on; undefined before it has read anything. */
export async function matrixOfFound(
  { runner, db }: Pick<Deps, 'runner'> & { db: Db },
  { id, found, signal }: { id: string; found: readonly FoundBlock[]; signal: AbortSignal },
): Promise<RunMatrix | undefined> {
  const ask = (packed: PackedInput | null) =>
    askThread(runner, { kind: 'found', run: { id, packed }, order: found }, signal);
  const known = await ask(null);
  if (known !== 'unknown') return known as RunMatrix; // as above
  const packed = await readPackedInput(db, id);
  return packed && ((await ask(packed)) as RunMatrix);
}

async function askThread(runner: Deps['runner'], order: RunOrder, signal?: AbortSignal): Promise<RunAnswer> {
  const result = await runner.run(runWorker, order, signal && { signal });
  if (!result.ok) throw new AppError('conflict', result.reason);
  return result.answer;
}
