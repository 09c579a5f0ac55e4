import { Problem } from '@key2xs/contract';
import { i18n } from '../i18n';
import { logFailure } from '../log';
import { ApiError } from './api-error';

/** The problem as sent, or a substitute for an answer from a proxy or another kind of server. */
export function problemOf(status: number, body: unknown, unknownError?: string): Problem {
  const detail = messageIn(body) ?? unknownError ?? i18n.t('errors.unsaid', { status });
  const sent = Problem.safeParse(body);
  if (sent.success) return { ...sent.data, detail };
  return { type: 'about:blank', title: 'Unexpected answer', status, code: 'internal', detail, request_id: '' };
}

/** The message of any JSON error body: its detail, or its message. */
function messageIn(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null) return undefined;
  const { detail, message }: { detail?: unknown; message?: unknown } = body;
  const found = [detail, messageIn(detail), message].find((text) => typeof text === 'string' && text !== '');
  return typeof found === 'string' ? found : undefined;
}

/** The error to throw. Logs the reference to the console too, for support. */
export function refusalOf(response: Response, body: unknown, unknownError?: string): ApiError {
  const error = new ApiError(
    problemOf(response.status, body, unknownError),
    retryAfterMs(response),
    messageIn(body) !== undefined,
  );
  if (response.status === 403) logFailure('Insufficient permissions', error);
  if (response.status >= 500) logFailure('The server failed', error);
  return error;
}

/** Milliseconds from Retry-After; undefined without one. */
export function retryAfterMs({ headers }: Response): number | undefined {
  const header = headers.get('retry-after');
  if (header === null) return undefined;
  const ms = /^\d+$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - Date.now();
  return Number.isNaN(ms) ? undefined : Math.max(ms, 0);
}
