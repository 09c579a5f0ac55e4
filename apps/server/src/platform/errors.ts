import { type ErrorCode, errorCatalogue, fieldSentenceOf } from '@key2xs/contract';
import { type Sentence, say } from '@key2xs/texts';
import type { texts } from '@key2xs/texts/en/sentences';
import { renderSentence } from '@key2xs/texts/render-sentence';
import type { ZodError } from 'zod';

/** The problem of one field of a request. */
type FieldProblem = { path: string; message: Sentence };

/** Extra members of the problem body, e.g. related record counts. Sentences are rendered in the reader's language. */
export type Extra = {
  /** Also sets the header; seconds. */
  retry_after?: number;
  errors?: readonly FieldProblem[];
  message?: Sentence;
  details?: Sentence;
  [member: string]: unknown;
};

/** An expected failure, on its way to the caller as an RFC 9457 problem. Anything else thrown is a bug and answers 500. */
export class AppError extends Error {
  override name = 'AppError';
  constructor(
    readonly code: ErrorCode,
    /** For the administrator: what happened and what to do, no internals. */
    readonly detail: Sentence,
    readonly extra: Extra = {},
    options?: ErrorOptions,
  ) {
    super(`${code}: ${renderSentence(detail)}`, options);
  }
  get status(): number {
    return errorCatalogue[this.code].status;
  }
}

export const notFound = (what: Exclude<keyof typeof texts.notFound, 'address'>) =>
  new AppError('not_found', say(`notFound.${what}`));

type Reason = {
  message: Sentence;
  constraint_name: string;
  related_records: Record<string, number>;
  details: Sentence;
};

/**
 * Why a record was not deleted, in the body that the specification demands: the records in the way, counted by kind.
 */
export const stillInUse = (reason: Reason, more: { task_id?: string | undefined } = {}) =>
  new AppError('constraint_violation', reason.message, {
    success: false,
    error: 'constraint_violation',
    ...reason,
    ...more,
  });

/** A field that only the server can check, reported like a schema error so that the form marks it. */
export const invalidField = (path: string, message: Sentence) =>
  new AppError('validation_failed', message, { errors: [{ path, message }] });

/** The problem of a field; the original message for schemas outside the contract. */
export function issueSentence(issue: { message: string }): Sentence {
  const problem = fieldSentenceOf(issue);
  return problem
    ? { code: `field.${problem.name}`, params: problem.values }
    : say('asWritten', { text: issue.message });
}

const maxIssues = 100;

/**
 * Violations of the contract by field, the first hundred of them. Only for input of callers: a stored
 * value that breaks its schema is a bug.
 */
export function invalidInput(error: ZodError): AppError {
  const errors = error.issues.slice(0, maxIssues).map((issue) => ({
    path: issue.path.join('.') || ('keys' in issue && Array.isArray(issue.keys) ? issue.keys.join(', ') : ''),
    message: issueSentence(issue),
  }));
  const problems = errors.map(({ path, message }) =>
    path ? say('request.field', { path, problem: message }) : message,
  );
  return new AppError('validation_failed', say('request.fields', { problems }), { errors }, { cause: error });
}
