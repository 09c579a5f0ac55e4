import type { AccessRelation } from '@key2xs/domain';
import { say } from '@key2xs/texts';
import type { Task } from '#platform/isolated/task';

export type BoundOrder = { relation: AccessRelation; withinMs: number };

/** The lower bound of the profiles of a relation; what is proven when the time is over. */
export const boundOfRelation: Task<BoundOrder, number> = {
  worker: 'bound',
  beside: import.meta.url,
  memoryMb: 1_024,
  limitMs: 120_000,
  parallel: 1,
  waiting: 4,
  retryAfterS: 60,
  says: { busy: say('generator.busy'), tooSlow: say('generator.tooSlow'), tooBig: say('generator.tooBig') },
};
