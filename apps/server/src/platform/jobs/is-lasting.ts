import { DriverError, type DriverErrorKind, findProxyFailure, type ProxyProblem } from '@key2xs/drivers';
import { mustRetryLater } from './must-retry-later';

/**
 * Failures that a retry a moment later cannot mend, and that would only make who refuses us count tries. A refused certificate is
 * not among them: a connection that breaks before the first answer looks the same.
 */
const lasting: ReadonlySet<DriverErrorKind> = new Set([
  'address_refused',
  'tls_untrusted',
  'certificate_expired',
  'unauthorised',
  'unknown_domain',
  'not_supported',
  'conflict',
  'rate_limited',
]);

/** A proxy that counts wrong passwords locks the account. */
const lastingAtProxy: ReadonlySet<ProxyProblem> = new Set(['PROXY_CREDENTIALS', 'PROXY_REFUSED', 'PROXY_UNTRUSTED']);

/** Whether trying again at once makes no sense. */
export function isLasting(error: unknown): boolean {
  if (mustRetryLater(error)) return true;
  const ofProxy = findProxyFailure(error);
  if (ofProxy) return lastingAtProxy.has(ofProxy.code);
  return error instanceof DriverError && lasting.has(error.kind);
}
