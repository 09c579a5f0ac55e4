import { say } from '@key2xs/texts';
import type { Task } from '#platform/isolated/task';
import type { ListDescription } from './describe-list';

/** The uploaded file in pieces. */
export type ListOrder = { pieces: readonly Uint8Array<ArrayBuffer>[] };
export type ReadList = ListDescription & { packed: Uint8Array<ArrayBuffer>[] };

/** The largest list takes two seconds of processor time, mostly to compress; a busy machine needs longer. */
export const staffListReader: Task<ListOrder, ReadList> = {
  worker: 'staff-list-reader',
  beside: import.meta.url,
  memoryMb: 256,
  limitMs: 60_000,
  parallel: 1,
  waiting: 8,
  maxWaitMs: 50_000,
  retryAfterS: 50,
  says: {
    busy: say('heavy.listsBusy'),
    tooSlow: say('heavy.listTooSlow'),
    tooBig: say('heavy.listTooBig'),
  },
};
