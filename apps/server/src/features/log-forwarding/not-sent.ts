import type { LogForwardingError } from '@key2xs/contract';
import { codesOf } from '#platform/network/codes-of';

/** Why the entries were not taken: they are sent again. */
export class NotSent extends Error {
  override name = 'NotSent';
  constructor(
    readonly why: LogForwardingError,
    cause?: unknown,
  ) {
    super(why, { cause });
  }
}

/** The first that matches one of the codes of an error decides. */
const reasons: readonly [RegExp, LogForwardingError][] = [
  [/^ADDRESS_REFUSED$/, 'address_refused'],
  [/TIMEOUT$|^ETIMEDOUT$|^LOOKUP_TIMED_OUT$/, 'timeout'],
  [/^(ENOTFOUND|EAI_)/, 'not_found'],
  [/^CERT_(HAS_EXPIRED|NOT_YET_VALID)$/, 'expired'],
  [/ALTNAME_INVALID$|HOSTNAME_MISMATCH/, 'other_name'],
  [/^CERT_|SELF_SIGNED|UNABLE_TO_|^INVALID_(CA|PURPOSE)$/, 'untrusted'],
  [/^ERR_(SSL|TLS)_|^EPROTO$/, 'tls'],
];

/** @param otherwise of what has no code that says more */
export function reasonOfError(error: unknown, otherwise: LogForwardingError): LogForwardingError {
  const codes = codesOf(error);
  return reasons.find(([pattern]) => codes.some((code) => pattern.test(code)))?.[1] ?? otherwise;
}
