import type { Guard } from '@key2xs/contract';
import { describe, expect, it } from 'vitest';
import { canRaiseLimit, limitsOf } from './guard-limits';

const removals: Guard = { reason: 'too_many_removals', count: 8_635, of: 32_812, percent: 26.3, limit_percent: 5 };
const dropped: Guard = { reason: 'source_dropped', count: 7_000, of: 32_812, percent: 21.3, limit_percent: 20 };

describe('canRaiseLimit', () => {
  it('is true when only removals exceed their limit', () => {
    expect(canRaiseLimit([removals])).toBe(true);
    expect(canRaiseLimit([removals, { ...removals, reason: 'too_many_moves' }])).toBe(true);
  });

  it('is false when another guard would still stop it, or none did', () => {
    const renamed: Guard = { ...removals, reason: 'rename' };
    const others = [[removals, dropped], [renamed], []].map(canRaiseLimit);
    expect(others).toEqual([false, false, false]);
  });
});

describe('limitsOf', () => {
  it('rounds up to the next whole percent', () => {
    expect(limitsOf([removals])).toEqual({ limit: 5, needed: 27 });
  });

  it('never exceeds 100 percent', () => {
    expect(limitsOf([{ ...removals, percent: 100 }]).needed).toBe(100);
  });
});
