import { say } from '@key2xs/texts';
import type { Task } from '#platform/isolated/task';
import type { CheckOrder, CheckResult } from './plan-checker-messages';

/** Checks a plan as sent; the longest takes a second of processor time. */
export const planChecker: Task<CheckOrder, CheckResult> = {
  worker: 'plan-checker',
  beside: import.meta.url,
  memoryMb: 512,
  limitMs: 60_000,
  parallel: 1,
  waiting: 4,
  maxWaitMs: 30_000,
  retryAfterS: 30,
  says: {
    busy: say('heavy.plansBusy'),
    tooSlow: say('heavy.planTooSlow'),
    tooBig: say('heavy.planTooBig'),
  },
};
