import { say } from '@key2xs/texts';
import { asSentence, DriverError } from '../../driver-error';
import type { Failure } from '../../transport/classify-failure';
import type { Answer } from '../../transport/http-client';
import { retryAfter } from '../../transport/http-client';
import { Refusal } from '../wire';

/** The error in an unsuccessful answer. `again` is set for errors that are often temporary: 429 and 5xx. */
export function classifyAnswer({ statusCode: status, headers, text }: Answer): Failure {
  const refusal = readRefusal(text);
  const detail = refusal ? asSentence(refusal.message) : say('circumstance.httpStatus', { status });
  const retry_after_seconds = retryAfter(headers);
  const fail = (kind: DriverError['kind'], again = false): Failure => ({
    error: new DriverError(kind, { detail, retry_after_seconds, cause: new Error(`HTTP ${status}`) }),
    again,
  });
  if (status === 429) return fail('rate_limited', true);
  if (status === 408) return fail('timeout', true);
  if (status === 405 || status === 501 || refusal?.error === 'unknown_service') return fail('not_supported');
  if (status >= 500) return fail('refused', true);
  // The answer of a proxy that checks certificates in front of a key system.
  if (status === 400 && !refusal && /ssl certificate/i.test(text)) return fail('certificate_rejected');
  if (status === 401 || status === 403) return fail('unauthorised');
  if (refusal?.error === 'unknown_domain') return fail('unknown_domain');
  if (refusal?.error === 'conflict') return fail('conflict');
  if (refusal) return fail('refused_item');
  if (status >= 300 && status < 400) {
    return { error: new DriverError('bad_answer', { detail: say('circumstance.sendsElsewhere') }), again: false };
  }
  return fail('bad_answer');
}

function readRefusal(text: string) {
  try {
    return Refusal.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** Whether nothing is served at that path: our own service always gives a reason for a refusal. */
export const isAbsent = ({ statusCode, text }: Answer): boolean =>
  [404, 405, 501].includes(statusCode) && readRefusal(text) === undefined;
