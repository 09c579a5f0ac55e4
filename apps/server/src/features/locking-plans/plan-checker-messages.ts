import type { Sentence } from '@key2xs/texts';
import type { Extra } from '#platform/errors';
import type { Counts } from '#platform/schema/tables/schema-columns';

/** A plan as sent; the mirror as JSON from the database. */
export type CheckOrder = { bytes: Uint8Array; mirror: string };

/** `jsonb`: the checked plan in PostgreSQL's binary jsonb format, which is the version byte 1 and then the text. */
export type CheckedPlan = { file_name: string; jsonb: Uint8Array<ArrayBuffer>; counts: Counts };

export type PlanRefusal = { code: 'bad_request' | 'validation_failed'; detail: Sentence; extra: Extra };

export type CheckResult = { ok: true; plan: CheckedPlan } | ({ ok: false } & PlanRefusal);
