import { Problem } from '@key2xs/contract';
import { i18n } from '../i18n';
import { logFailure } from '../log';
import { ApiError } from './api-error';

/** The problem as sent, or a substitute for an answer that came from a proxy or a server of another make. */
export function problemOf(status: number, body: unknown, unknownError?: string): Problem {
  const detail = saidIn(body) ?? unknownError ?? i18n.t('errors.unsaid', { status });
  const sent = Problem.safeParse(body);
  if (sent.success) return { ...sent.data, detail };
  return { type: 'about:blank', title: 'Unexpected answer', status, code: 'internal', detail, request_id: '' };
}

/** What an answer of another make says: in its detail, or as its message. */
function saidIn(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null) return undefined;
  const { detail, message }: { detail?: unknown; message?: unknown } = body;
  const said = [detail, saidIn(detail), message].find((text) => typeof text === 'string' && text !== '');
  return typeof said === 'string' ? said : undefined;
}

/** The error to throw. Logs the reference to the console too, for support. */
export function refusalOf(response: Response, body: unknown, unknownError?: string): ApiError {
  const error = new ApiError(
    problemOf(response.status, body, unknownError),
    pauseAskedBy(response),
    saidIn(body) !== undefined,
  );
  if (response.status === 403) logFailure('Insufficient permissions', error);
  if (response.status >= 500) logFailure('The server failed', error);
  return error;
}

/** Milliseconds from Retry-After; undefined without one. */
export function pauseAskedBy({ headers }: Response): number | undefined {
  const asked = headers.get('retry-after');
  if (asked === null) return undefined;
  const ms = /^\d+$/.test(asked) ? Number(asked) * 1_000 : Date.parse(asked) - Date.now();
  return Number.isNaN(ms) ? undefined : Math.max(ms, 0);
}
