import { DeleteResult } from '@key2xs/contract';
import { ApiError } from './api-error';

export type Blocked = { message: string; records: Record<string, number> };

/**
 * Why nothing was deleted, with what stands in the way counted by kind; undefined when it was deleted or failed
 * otherwise. The refusal comes as an error or, from servers in between, as a result with `success: false`.
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
  return { message: result.data.message ?? detail ?? '', records: result.data.related_records ?? {} };
}
