import type { LockingPlanPreview } from '@key2xs/contract';
import type { Task } from '#platform/isolated/task';

/** The file in pieces, as it was uploaded; the mirror as JSON, as it comes out of the database. */
export type SheetOrder = { pieces: readonly Uint8Array<ArrayBuffer>[]; fileName: string; mirror: string };

/** Memory: several times what the largest plan takes, also with the loader that tests and development need. */
export const sheetReader: Task<SheetOrder, LockingPlanPreview> = {
  worker: 'sheet-reader',
  beside: import.meta.url,
  memoryMb: 384,
  limitMs: 60_000,
  parallel: 1,
  waiting: 4,
  patienceMs: 60_000,
  retryAfterS: 60,
  says: {
    busy: 'Several locking plans are being read right now. Try again in a minute.',
    tooSlow:
      'Reading this sheet takes too long. Copy the cells with the plan into a new workbook, or save it as CSV, and upload that.',
    tooBig:
      'Reading this sheet takes more memory than a locking plan may. Split it, or save it as CSV, and upload that.',
  },
};
