import { DeleteResult } from '@key2xs/contract';
import { ApiError } from './api-error';

export type Blocked = { message: string; records: Record<string, number>; constraint: string };

/**
 * Why nothing was deleted, with the blocking records counted by kind; undefined after a deletion or any other
 * failure. A refusal is an error or, as the specification allows, a result with `success: false`.
 */
export function blockedBy(outcome: unknown): Blocked | undefined {
  const body = outcome instanceof ApiError ? { success: false, ...outcome.problem } : outcome;
  const result = DeleteResult.safeParse(body);
  if (!result.success || result.data.success) return undefined;
  const isBlocked =
    result.data.error === 'constraint_violation' ||
    (outcome instanceof ApiError && outcome.code === 'constraint_violation');
  if (!isBlocked) return undefined;
  const detail = outcome instanceof ApiError ? outcome.detail : result.data.details;
  const { message, related_records: records = {}, constraint_name: constraint = '' } = result.data;
  return { message: message ?? detail ?? '', records, constraint };
}

/** The failure of a deletion, if any: an error, or the message of an unsuccessful result. */
export function deleteFailure(outcome: unknown): Error | undefined {
  if (outcome instanceof Error) return outcome;
  const result = DeleteResult.safeParse(outcome);
  if (!result.success || result.data.success) return undefined;
  return new Error(result.data.message ?? result.data.details ?? '');
}
