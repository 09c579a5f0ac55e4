import { say } from '@key2xs/texts';
import { describe, expect, it } from 'vitest';
import { DriverError } from '../../driver-error';
import { detectExpiredCertificate } from './detect-expired-certificate';

const validity = { not_before: '2026-01-01T00:00:00.000Z', not_after: '2026-12-31T23:59:59.000Z' };
const blame = (kind: 'certificate_rejected' | 'unreachable', now: string) =>
  detectExpiredCertificate(
    new DriverError(kind, { detail: say('circumstance.closedUnanswered') }),
    validity,
    new Date(now),
  );

describe('detectExpiredCertificate', () => {
  it('says that our certificate has expired when it has', () => {
    expect(blame('certificate_rejected', '2027-01-01T00:00:00Z').message).toBe(
      'Our client certificate has expired. It was valid until 2026-12-31. Upload the renewed certificate for this locking system.',
    );
  });

  it('says that it is not valid yet', () => {
    expect(blame('certificate_rejected', '2025-12-31T00:00:00Z')).toMatchObject({
      kind: 'certificate_rejected',
      detail: say('circumstance.notValidBefore', { day: '2026-01-01' }),
    });
  });

  it.each([
    ['certificate_rejected', '2026-06-01T00:00:00Z'],
    ['unreachable', '2027-01-01T00:00:00Z'],
  ] as const)('leaves %s at %s as it is', (kind, now) => {
    expect(blame(kind, now)).toMatchObject({ kind, detail: say('circumstance.closedUnanswered') });
  });
});
