import type { Sentence } from '@key2xs/texts';
import type { Extra } from '#platform/errors';
import type { Counts } from '#platform/schema/schema-columns';

/** A plan as it was sent; the mirror as JSON, as it comes out of the database. */
export type CheckOrder = { bytes: Uint8Array; mirror: string };

/**
 * `jsonb` is JSON that fits the contract, the mirror and the database, as PostgreSQL takes it for jsonb in bytes: the
 * version of that form, 1, then the text.
 */
export type CheckedPlan = { file_name: string; jsonb: Uint8Array<ArrayBuffer>; counts: Counts };

export type PlanRefusal = { code: 'bad_request' | 'validation_failed'; detail: Sentence; extra: Extra };

export type CheckResult = { ok: true; plan: CheckedPlan } | ({ ok: false } & PlanRefusal);
