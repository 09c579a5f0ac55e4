import type { LockingPlanPreview } from '@key2xs/contract';
import type { Mirror } from './plan/mirror-index';

/** What the thread gets to read, once. */
export type SheetOrder = { bytes: Uint8Array; fileName: string; mirror: Mirror };

export type SheetResult = { ok: true; preview: LockingPlanPreview } | { ok: false; reason: string };

/** `reading` comes first: from then on its time counts. A `failed` is a bug of ours. */
export type FromSheetReader =
  | { kind: 'reading' }
  | { kind: 'read'; result: SheetResult }
  | { kind: 'failed'; error: unknown };
