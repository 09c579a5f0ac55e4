import { warningDays } from '@key2xs/contract';

const DAY_MS = 86_400_000;
const URGENT_DAYS = 14;

export type CertificateEnd = {
  tone: 'green' | 'amber' | 'red';
  days: number;
  /** The smallest of 60, 30, 14, 7 and 1 days reached; 0 once it has ended; null above 60. */
  level: number | null;
};

/**
 * How long a certificate is still valid, in whole days (negative once it has ended), and how urgent that is: amber from
 * 60 days on, red from 14.
 * @param now epoch milliseconds
 */
export function certificateEnd(notAfter: string, now: number): CertificateEnd {
  const days = Math.floor((Date.parse(notAfter) - now) / DAY_MS);
  const level = levelOf(days);
  return { tone: toneOf(level), days, level };
}

function levelOf(days: number): number | null {
  if (days < 0) return 0;
  return warningDays.findLast((threshold) => days <= threshold) ?? null;
}

/** Colour for a level. */
export function toneOf(level: number | null): CertificateEnd['tone'] {
  if (level === null) return 'green';
  return level > URGENT_DAYS ? 'amber' : 'red';
}
