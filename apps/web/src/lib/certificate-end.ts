const DAY_MS = 86_400_000;

export type CertificateEnd = { tone: 'green' | 'amber' | 'red'; days: number };

/**
 * How long a certificate is still valid, in whole days (negative once it has ended), and how urgent that is: amber
 * below 60 days, red below 14.
 * @param now epoch milliseconds
 */
export function certificateEnd(notAfter: string, now: number): CertificateEnd {
  const days = Math.floor((Date.parse(notAfter) - now) / DAY_MS);
  if (days < 14) return { tone: 'red', days };
  return { tone: days < 60 ? 'amber' : 'green', days };
}
