import { type ErrorCode, errorCatalogue } from '@key2xs/contract';
import type { ZodError } from 'zod';

/** An expected failure, on its way to the caller as an RFC 9457 problem. Anything else thrown is a bug and answers 500. */
export class AppError extends Error {
  override name = 'AppError';
  constructor(
    readonly code: ErrorCode,
    /** Shown to the administrator: what happened and what to do, no internals. */
    readonly detail: string,
    /** Extra members of the problem body, e.g. related record counts. `retry_after` also sets the header (seconds). */
    readonly extra: Record<string, unknown> = {},
    options?: ErrorOptions,
  ) {
    super(`${code}: ${detail}`, options);
  }
  get status(): number {
    return errorCatalogue[this.code].status;
  }
}

export const notFound = (what: string) => new AppError('not_found', `This ${what} does not exist.`);

/** Why a record was not deleted, in the specification's body of a deletion: what stands in the way, counted by kind. */
export const stillInUse = (
  reason: { message: string; constraint_name: string; related_records: Record<string, number>; details: string },
  more: { task_id?: string | undefined } = {},
) =>
  new AppError('constraint_violation', reason.message, {
    success: false,
    error: 'constraint_violation',
    ...reason,
    ...more,
  });

/** A field that only the server can judge, reported like a schema error so that it lands on its field. */
export const invalidField = (path: string, message: string) =>
  new AppError('validation_failed', message, { errors: [{ path, message }] });

const maxIssues = 100;

/** What a caller sent against the contract, field by field, the first hundred of them. Only for what callers send: a stored value that breaks its schema is a bug. */
export function invalidInput(error: ZodError): AppError {
  const errors = error.issues.slice(0, maxIssues).map(({ path, message, ...issue }) => ({
    path: path.join('.') || ('keys' in issue && Array.isArray(issue.keys) ? issue.keys.join(', ') : ''),
    message,
  }));
  const detail = errors.map(({ path, message }) => (path ? `${path}: ${message}` : message)).join('; ');
  return new AppError('validation_failed', detail, { errors }, { cause: error });
}
