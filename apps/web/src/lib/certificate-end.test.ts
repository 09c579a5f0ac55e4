import { describe, expect, it } from 'vitest';
import { certificateEnd } from './certificate-end';

const now = Date.parse('2026-03-10T12:00:00Z');
const inDays = (days: number) => new Date(now + days * 86_400_000).toISOString();

describe('certificateEnd', () => {
  it.each([
    [60, 'green'],
    [59, 'amber'],
    [14, 'amber'],
    [13, 'red'],
    [-1, 'red'],
  ])('is, %i days ahead, %s', (days, tone) => {
    expect(certificateEnd(inDays(days), now)).toEqual({ tone, days });
  });

  it('counts the last hours as day 0, not as ended', () => {
    expect(certificateEnd('2026-03-10T18:00:00Z', now).days).toBe(0);
  });
});
