import type { ReadApplicationCertificate } from '@key2xs/drivers/application-certificate';
import { say } from '@key2xs/texts';
import type { Task } from '#platform/isolated/task';

export type ReadOrder = { bytes: Uint8Array; passPhrase: string; now: Date };

/** A smaller file than that of a key system, read by the same code: the same limits. */
export const applicationCertificateReader: Task<ReadOrder, ReadApplicationCertificate> = {
  worker: 'application-certificate-reader',
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
