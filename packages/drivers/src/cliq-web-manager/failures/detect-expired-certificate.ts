import { say } from '@key2xs/texts';
import { DriverError } from '../../driver-error';

/** Validity of our certificate; UTC, ISO-8601 with Z. */
export type Validity = { not_before: string; not_after: string };

export const dayOf = (instant: string): string => instant.slice(0, 10);

/** Few servers say why they reject a certificate. If ours is not valid at present, reports that as the reason. */
export function detectExpiredCertificate(
  error: DriverError,
  { not_before, not_after }: Validity,
  now: Date,
): DriverError {
  if (error.kind !== 'certificate_rejected') return error;
  if (now > new Date(not_after)) {
    return new DriverError('certificate_expired', {
      detail: say('circumstance.wasValidUntil', { day: dayOf(not_after) }),
      cause: error,
    });
  }
  if (now >= new Date(not_before)) return error;
  const detail = say('circumstance.notValidBefore', { day: dayOf(not_before) });
  return new DriverError('certificate_rejected', { detail, cause: error });
}
