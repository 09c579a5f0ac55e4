import { type MinedPlan, type MiningProgress, minePlan, nothingReason } from '@key2xs/domain';
import { serveRequests } from '#platform/isolated/serve-requests';
import type { MinerAnswer, MinerOrder } from './miner';

/** Often enough for a matrix that is watched, and no flood. */
const reportMs = 100;
/** A bound that takes longer is not worth waiting for: what is proven by then holds. */
const provingMs = 2 * 60_000;

serveRequests<MinerOrder, MinerAnswer, MiningProgress[]>(async (order, report) => {
  const plan = mine(order, report);
  return { ok: true, answer: { plan, nothing: nothingReason(order.input, plan) } };
});

function mine({ input, settings, stop }: MinerOrder, report: (progress: MiningProgress[]) => void): MinedPlan {
  let provingSince: number | undefined;
  const isStopped = (phase: MiningProgress['phase']) => {
    if (phase === 'proving') provingSince ??= performance.now();
    const isLate = provingSince !== undefined && performance.now() - provingSince > provingMs;
    return isLate || Atomics.load(new Int32Array(stop), 0) !== 0;
  };
  const work = minePlan(input, settings, { isStopped });
  let unsent: MiningProgress[] = [];
  let sentAt = performance.now();
  for (;;) {
    const { done, value } = work.next();
    if (!done) unsent.push(value);
    if (unsent.length > 0 && (done || performance.now() - sentAt >= reportMs)) {
      report(unsent);
      unsent = [];
      sentAt = performance.now();
    }
    if (done) return value;
  }
}
