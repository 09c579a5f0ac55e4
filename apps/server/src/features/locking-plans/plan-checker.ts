import { createIsolatedWork, type IsolatedWork } from '#platform/isolated-work';
import type { CheckOrder, CheckResult } from './plan-checker-messages';

/** Reads a plan as it was sent: the longest takes a second of a processor. */
export type PlanChecker = IsolatedWork<CheckOrder, CheckResult>;

export const createPlanChecker = (): PlanChecker =>
  createIsolatedWork({
    worker: 'plan-checker',
    beside: import.meta.url,
    memoryMb: 512,
    limitMs: 60_000,
    waiting: 4,
    patienceMs: 30_000,
    says: {
      busy: 'Several locking plans are being stored right now. Try again in a minute.',
      tooSlow: 'Checking this locking plan takes too long. Split it, then store its parts.',
      tooBig: 'Checking this locking plan takes more memory than a locking plan may. Split it, then store its parts.',
    },
  });
