import type { ReadResult, UploadedBytes } from '@key2xs/drivers/certificate-upload';
import type { Task } from '#platform/isolated/task';

export type ReadOrder = { files: readonly UploadedBytes[]; passPhrase: string | undefined; now: Date };

/** Memory: several times what the largest upload takes, also with the loader that tests and development need. */
export const certificateReader: Task<ReadOrder, ReadResult> = {
  worker: 'certificate-reader',
  beside: import.meta.url,
  memoryMb: 128,
  limitMs: 10_000,
  isSecret: true,
  parallel: 1,
  waiting: 8,
  patienceMs: 15_000,
  retryAfterS: 15,
  says: {
    busy: 'Many certificates are being read right now. Try again in half a minute.',
    tooSlow: 'Opening the file would take too long. Export it again with the usual settings.',
    tooBig: 'The file cannot be read: reading it was broken off. Ask for the file again.',
  },
};
