import type { Sentence } from '@key2xs/texts';
import type { Extra } from '#platform/errors';
import type { Counts } from '#platform/schema-columns';

/** A plan as it was sent; the mirror as JSON, as it comes out of the database. */
export type CheckOrder = { bytes: Uint8Array; mirror: string };

/** `content` is JSON that fits the contract, the mirror and the database. */
export type CheckedPlan = { file_name: string; content: Uint8Array; counts: Counts };

export type PlanRefusal = { code: 'bad_request' | 'validation_failed'; detail: Sentence; extra: Extra };

export type CheckResult = { ok: true; plan: CheckedPlan } | ({ ok: false } & PlanRefusal);
