import {
  type MinedPlan,
  type MinedSuggestion,
  type MiningProgress,
  minePlan,
  nothingReason,
  planOf,
} from '@key2xs/domain';
import { serveRequests } from '#platform/isolated/serve-requests';
import type { MinerAnswer, MinerOrder } from './miner';

/** Often enough for a matrix that is watched, and no flood. */
const reportMs = 100;

serveRequests<MinerOrder, MinerAnswer, MiningProgress[]>(async (order, report) => {
  const plan = mine(order, report);
  return { ok: true, answer: { plan, nothing: nothingReason(order.input, plan) } };
});

function mine({ input, settings, stop }: MinerOrder, report: (progress: MiningProgress[]) => void): MinedPlan {
  const isStopped = () => Atomics.load(new Int32Array(stop), 0) !== 0;
  const suggested = new Map<string, MinedSuggestion>();
  const work = minePlan(input, settings);
  let unsent: MiningProgress[] = [];
  let sentAt = performance.now();
  const send = () => {
    if (unsent.length > 0) report(unsent);
    unsent = [];
    sentAt = performance.now();
  };
  for (;;) {
    const { done, value } = work.next();
    if (done) {
      send();
      return value;
    }
    unsent.push(value);
    for (const suggestion of value.suggestions) suggested.set(suggestion.id, suggestion);
    if (isStopped()) {
      send();
      return planOf(input, settings, [...suggested.values()], null);
    }
    if (performance.now() - sentAt >= reportMs) send();
  }
}
