import type { Task } from '#platform/isolated/task';
import type { CheckOrder, CheckResult } from './plan-checker-messages';

/** Reads a plan as it was sent: the longest takes a second of a processor. */
export const planChecker: Task<CheckOrder, CheckResult> = {
  worker: 'plan-checker',
  beside: import.meta.url,
  memoryMb: 512,
  limitMs: 60_000,
  parallel: 1,
  waiting: 4,
  patienceMs: 30_000,
  retryAfterS: 30,
  says: {
    busy: 'Several locking plans are being stored right now. Try again in a minute.',
    tooSlow: 'Checking this locking plan takes too long. Split it, then store its parts.',
    tooBig: 'Checking this locking plan takes more memory than a locking plan may. Split it, then store its parts.',
  },
};
