import { say } from '@key2xs/texts';
import type { Task } from '#platform/isolated/task';

export type PlanOrder = { bytes: Uint8Array<ArrayBuffer>; isPdf: boolean; page: number };
type Bytes = Uint8Array<ArrayBuffer>;
export type PlanPictures = { picture: Bytes; thumbnail: Bytes; width: number; height: number };

/**
 * Makes the picture of a floor plan anew. Each file gets a thread of its own, so that nothing of one is met by another. The
 * memory of the decoders is beyond this limit; it is bounded by the pixels that are read, and for PDFs in the thread.
 */
export const planReader: Task<PlanOrder, PlanPictures> = {
  worker: 'plan-reader',
  beside: import.meta.url,
  memoryMb: 192,
  limitMs: 20_000,
  parallel: 1,
  waiting: 4,
  maxWaitMs: 40_000,
  retryAfterS: 30,
  isSecret: true,
  says: {
    busy: say('heavy.floorPlansBusy'),
    tooSlow: say('heavy.floorPlanTooSlow'),
    tooBig: say('heavy.floorPlanTooBig'),
  },
};
