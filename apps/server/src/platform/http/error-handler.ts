import { type ErrorCode, errorCatalogue, type Problem } from '@key2xs/contract';
import { type Sentence, say } from '@key2xs/texts';
import { renderSentence } from '@key2xs/texts/render-sentence';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import pg from 'pg';
import { databaseTrouble } from '../database/database-outage';
import { AppError } from '../errors';
import { languageOf } from './reader-language';

/** The only place that turns exceptions into answers. */
export function answerError(error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply) {
  const expected = fromClient(error, request) ?? fromTrouble(error, request) ?? toAppError(error);
  if (!expected) request.log.error({ err: error, request_id: request.id }, 'unexpected error');
  return sendProblem(request, reply, expected ?? new AppError('internal', say('request.unexpected')));
}

export function sendProblem(request: FastifyRequest, reply: FastifyReply, { code, detail, extra }: AppError) {
  const { status, title } = errorCatalogue[code];
  const { retry_after, errors, message, details, ...members } = extra;
  if (typeof retry_after === 'number') reply.header('retry-after', String(Math.ceil(retry_after)));
  const language = languageOf(request);
  const problem: Problem = {
    type: 'about:blank',
    title,
    status,
    code,
    detail: renderSentence(detail, language),
    request_id: request.id,
    ...members,
    ...(errors && { errors: errors.map((one) => ({ ...one, message: renderSentence(one.message, language) })) }),
    ...(message && { message: renderSentence(message, language) }),
    ...(details && { details: renderSentence(details, language) }),
  };
  return reply.code(status).header('content-type', 'application/problem+json; charset=utf-8').send(problem);
}

/** The client's own connection broke while its body was read. Its socket has the same error codes as the database's. */
function fromClient(error: Error, request: FastifyRequest): AppError | undefined {
  if (request.raw.errored !== error) return undefined;
  request.log.debug({ request_id: request.id, reason: error.message }, 'client closed the connection');
  return new AppError('bad_request', say('asWritten', { text: error.message }), {}, { cause: error });
}

/**
 * The caller may retry. A connection that breaks during a commit leaves the outcome unknown, so after a write the
 * caller is asked to look first.
 */
function fromTrouble(error: Error, request: FastifyRequest): AppError | undefined {
  const trouble = databaseTrouble(error);
  if (!trouble) return undefined;
  request.log.warn({ request_id: request.id, reason: error.message, trouble: trouble.kind }, 'database unavailable');
  const isUnsure = trouble.kind === 'away' && request.method !== 'GET' && request.method !== 'HEAD';
  const { sentence } = trouble;
  const detail = isUnsure ? say('several', { sentences: [sentence, say('request.unsure')] }) : sentence;
  const code = trouble.kind === 'busy' ? 'overloaded' : 'unavailable';
  return new AppError(code, detail, { retry_after: trouble.retryAfter }, { cause: error });
}

/** @returns undefined for a bug of ours */
function toAppError(error: FastifyError | Error): AppError | undefined {
  if (error instanceof AppError) return error;
  if (error instanceof pg.DatabaseError) return fromDatabase(error);
  if ('statusCode' in error && error.statusCode && error.statusCode < 500) return fromFastify(error);
  return undefined;
}

/** SQLSTATE codes that the caller can act on: the fallback behind the service's own checks. */
const bySqlState: Record<string, [ErrorCode, Sentence]> = {
  '23505': ['conflict', say('request.exists')],
  '23503': ['conflict', say('request.referred')],
  '23514': ['validation_failed', say('request.outside')],
  '22021': ['validation_failed', say('request.unstorable')],
  '22P05': ['validation_failed', say('request.unstorable')],
};

function fromDatabase(error: pg.DatabaseError): AppError | undefined {
  const known = bySqlState[error.code ?? ''];
  return known && new AppError(known[0], known[1], {}, { cause: error });
}

const byStatus: Record<number, ErrorCode> = {
  404: 'not_found',
  408: 'request_timeout',
  413: 'payload_too_large',
  415: 'unsupported_media_type',
};

function fromFastify(error: FastifyError): AppError {
  return new AppError(
    byStatus[error.statusCode ?? 400] ?? 'bad_request',
    say('asWritten', { text: error.message }),
    {},
    { cause: error },
  );
}
