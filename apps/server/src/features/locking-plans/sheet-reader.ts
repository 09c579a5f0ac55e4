import { say } from '@key2xs/texts';
import type { Task } from '#platform/isolated/task';
import type { ReadSheet } from './plan/read-locking-plan';

/** The uploaded file in pieces; the mirror as JSON from the database. */
export type SheetOrder = { pieces: readonly Uint8Array<ArrayBuffer>[]; fileName: string; mirror: string };

/** Memory: several times the largest plan's need, including the loader of tests and development. */
export const sheetReader: Task<SheetOrder, ReadSheet> = {
  worker: 'sheet-reader',
  beside: import.meta.url,
  memoryMb: 384,
  limitMs: 60_000,
  parallel: 1,
  waiting: 4,
  maxWaitMs: 60_000,
  retryAfterS: 60,
  says: {
    busy: say('heavy.sheetsBusy'),
    tooSlow: say('heavy.sheetTooSlow'),
    tooBig: say('heavy.sheetTooBig'),
  },
};
