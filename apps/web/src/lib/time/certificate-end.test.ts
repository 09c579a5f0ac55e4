import { describe, expect, it } from 'vitest';
import { certificateEnd } from './certificate-end';

const now = Date.parse('2026-03-10T12:00:00Z');
const inDays = (days: number) => new Date(now + days * 86_400_000).toISOString();

describe('certificateEnd', () => {
  it.each([
    [61, 'green', null],
    [60, 'amber', 60],
    [31, 'amber', 60],
    [30, 'amber', 30],
    [15, 'amber', 30],
    [14, 'red', 14],
    [7, 'red', 7],
    [2, 'red', 7],
    [1, 'red', 1],
    [0, 'red', 1],
    [-1, 'red', 0],
  ])('is, %i days ahead, %s at level %s', (days, tone, level) => {
    expect(certificateEnd(inDays(days), now)).toEqual({ tone, days, level });
  });

  it('counts the last hours as day 0, not as ended', () => {
    expect(certificateEnd('2026-03-10T18:00:00Z', now).days).toBe(0);
  });
});
