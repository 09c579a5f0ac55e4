import type { ReadResult, UploadedBytes } from '@key2xs/drivers/certificate-upload';

/** What the thread gets to read, once. */
export type ReadOrder = { files: readonly UploadedBytes[]; passPhrase: string | undefined; now: Date };

/** `reading` comes first: from then on its time counts. */
export type FromReader = { kind: 'reading' } | { kind: 'read'; result: ReadResult };
