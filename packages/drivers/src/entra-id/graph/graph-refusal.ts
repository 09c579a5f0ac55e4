import { say } from '@key2xs/texts';
import { z } from 'zod';
import { CursorExpired } from '../../called-source-driver';
import { DriverError } from '../../driver-error';
import type { Failure } from '../../transport/classify-failure';
import type { Answer } from '../../transport/http-client';
import { retryAfter } from '../../transport/http-client';
import { EntraError, type EntraReason } from '../entra-error';

/** An expired cursor, wrapped as a driver error because the transport throws no others. */
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

/** The codes of an error and its inner errors, outermost first; ignores `message`. */
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

/** How to interpret a refusal of this kind of call. */
export type Meaning = {
  /** Named in the refusal. */
  permission: string;
  /** Further permissions for attributes in the URL: named instead if the token lacks them. */
  alsoNeeds?: readonly string[];
  /** The URL contains attribute names. */
  namesAttributes?: boolean;
  /** It follows a link from an earlier answer. */
  isLink?: boolean;
  /** Statuses with a special meaning for this call. */
  refusals?: Partial<Record<number, EntraReason>>;
};

/** The failure in an unsuccessful answer, except for 401, where the caller renews the token. */
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
