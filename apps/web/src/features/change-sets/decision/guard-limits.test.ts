import type { Guard } from '@key2xs/contract';
import { describe, expect, it } from 'vitest';
import { canRaiseLimit, limitsOf } from './guard-limits';

const removals: Guard = { reason: 'too_many_removals', count: 8_635, of: 32_812, percent: 26.3, limit_percent: 5 };
const dropped: Guard = { reason: 'source_dropped', count: 7_000, of: 32_812, percent: 21.3, limit_percent: 20 };

describe('canRaiseLimit', () => {
  it('can when only removals are over their limit', () => {
    expect(canRaiseLimit([removals])).toBe(true);
    expect(canRaiseLimit([removals, { ...removals, reason: 'too_many_moves' }])).toBe(true);
  });

  it('cannot when another guard would stop it all the same, or none did', () => {
    const renamed: Guard = { ...removals, reason: 'rename' };
    const others = [[removals, dropped], [renamed], []].map(canRaiseLimit);
    expect(others).toEqual([false, false, false]);
  });
});

describe('limitsOf', () => {
  it('needs the next whole percent', () => {
    expect(limitsOf([removals])).toEqual({ limit: 5, needed: 27 });
  });

  it('never needs more than everything', () => {
    expect(limitsOf([{ ...removals, percent: 100 }]).needed).toBe(100);
  });
});
