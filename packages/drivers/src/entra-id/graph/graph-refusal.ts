import { say } from '@key2xs/texts';
import { z } from 'zod';
import { CursorExpired } from '../../called-source-driver';
import { DriverError } from '../../driver-error';
import type { Failure } from '../../transport/classify-failure';
import type { Answer } from '../../transport/http-client';
import { retryAfter } from '../../transport/retry-after';
import { EntraError, type EntraReason } from '../entra-error';

/** A cursor that is not known any more, on its way through a transport that throws driver errors only. */
class ExpiredLink extends DriverError {
  override name = 'ExpiredLink';

  constructor() {
    super('refused_item');
  }
}

export const asExpired = (error: unknown): unknown =>
  error instanceof ExpiredLink ? new CursorExpired('Microsoft Graph no longer knows the place in its list') : error;

const ErrorBody = z.object({ error: z.looseObject({ code: z.string() }) });
const Inner = z.looseObject({ code: z.string().optional() });

/** The code of an error and of those within it, outermost first; `message` is never looked at. */
function codesOf(text: string): string[] {
  const read = ErrorBody.safeParse(parsed(text));
  if (!read.success) return [];
  const codes = [read.data.error.code];
  let inner: unknown = read.data.error;
  for (let depth = 0; depth < 10; depth++) {
    const { data } = Inner.safeParse(innerOf(inner));
    if (!data) break;
    if (data.code) codes.push(data.code);
    inner = data;
  }
  return codes;
}

function innerOf(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  const inner = Object.entries(value).find(([name]) => name.toLowerCase() === 'innererror');
  return inner?.[1];
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const expired =
  /^(syncStateNotFound|syncStateInvalid|resyncRequired|resyncChanges\w+|Directory_ExpiredPageToken|Directory_ResyncRequired)$/i;
const denied = /^(Authorization_RequestDenied|accessDenied|Forbidden|AuthorizationFailed|InsufficientPermissions)$/i;
const unknownAttribute = /^(Request_BadRequest|BadRequest|Request_UnsupportedQuery|NotImplemented|InvalidSelect\w*)$/i;

/** What the kind of call makes of an answer. */
export type Meaning = {
  /** Named when it is refused. */
  permission: string;
  /** Those that attributes in its address need beside it: named instead where the token has not got them. */
  alsoNeeds?: readonly string[];
  /** Names of attributes are in its address. */
  namesAttributes?: boolean;
  /** It reads on from a link that was given earlier. */
  isLink?: boolean;
  /** Refusals that mean something else for it than for others. */
  refusals?: Partial<Record<number, EntraReason>>;
};

/** The failure in an answer that is no success. 401 is left to whoever can renew the token. */
export function graphRefusal({ statusCode: status, headers, text }: Answer, meaning: Meaning): Failure {
  const codes = codesOf(text);
  const is = (pattern: RegExp) => codes.some((code) => pattern.test(code));
  const cause = new Error(`HTTP ${status} ${codes.filter((code) => /^[\w.]{1,80}$/.test(code)).join(' ')}`.trim());
  const retry_after_seconds = retryAfter(headers);
  const fail = (reason: EntraReason, again = false): Failure => ({
    error: new EntraError(reason, { retry_after_seconds, cause }),
    again,
  });
  if (status === 429) return fail('throttled', true);
  if (status === 410 || (meaning.isLink && status < 500 && is(expired)))
    return { error: new ExpiredLink(), again: false };
  if (status === 401) return { error: new EntraError('token_refused', { cause }), again: false };
  if (status === 403) return { error: forbidden(is(denied), meaning, cause), again: false };
  const own = meaning.refusals?.[status];
  if (own) return { error: new EntraError(own, { cause }), again: false };
  if (meaning.namesAttributes && (status === 501 || status === 400) && (is(unknownAttribute) || codes.length === 0)) {
    return { error: new EntraError('attribute_refused', { cause }), again: false };
  }
  if (status === 501 || status === 405) return fail('not_supported');
  if (status >= 500 || status === 408) return fail('refused', true);
  if (status === 404) return fail('not_found');
  return fail(codes.length > 0 ? 'refused_item' : 'bad_answer');
}

function forbidden(isDenied: boolean, { permission, refusals }: Meaning, cause: Error): EntraError {
  const own = refusals?.[403];
  if (own && !isDenied) return new EntraError(own, { cause });
  return new EntraError('permission_missing', { detail: say('entraCase.permission', { permission }), cause });
}
