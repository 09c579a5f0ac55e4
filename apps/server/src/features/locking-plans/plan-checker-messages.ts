import type { Counts } from '#platform/schema-columns';
import type { Mirror } from './plan/mirror-index';

/** What the thread gets to check, once: a plan as it was sent. */
export type CheckOrder = { bytes: Uint8Array; mirror: Mirror };

/** `content` is JSON that fits the contract, the mirror and the database. */
export type CheckedPlan = { file_name: string; content: Uint8Array; counts: Counts };

export type PlanRefusal = { code: 'bad_request' | 'validation_failed'; detail: string; extra: Record<string, unknown> };

export type CheckResult = { ok: true; plan: CheckedPlan } | ({ ok: false } & PlanRefusal);
