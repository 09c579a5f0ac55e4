import { DriverError, type DriverErrorKind } from '@key2xs/drivers';
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

/** Whether trying again at once makes no sense. */
export const isLasting = (error: unknown): boolean =>
  mustRetryLater(error) || (error instanceof DriverError && lasting.has(error.kind));
