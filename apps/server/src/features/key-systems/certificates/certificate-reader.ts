import type { ReadResult, UploadedBytes } from '@key2xs/drivers/certificate-upload';
import { say } from '@key2xs/texts';
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
  maxWaitMs: 15_000,
  retryAfterS: 15,
  says: {
    busy: say('heavy.certificatesBusy'),
    tooSlow: say('heavy.certificateTooSlow'),
    tooBig: say('heavy.certificateTooBig'),
  },
};
