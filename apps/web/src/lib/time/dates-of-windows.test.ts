import { describe, expect, it } from 'vitest';
import { datesOf, endsSoon } from './dates-of-windows';

const at = '2026-03-03T09:00:00Z';
const from = (valid_from: string | null, valid_until: string | null) => ({ windows: [{ valid_from, valid_until }] });
const over = from(null, '2026-02-01T00:00:00Z');
const toCome = from('2026-05-01T00:00:00Z', null);
const shortly = from(null, '2026-03-10T00:00:00Z');

describe('datesOf', () => {
  it('holds forever if any rule does', () => {
    expect(datesOf([over, { windows: [] }], at)).toEqual({ state: 'hold', ends: null });
    expect(datesOf([shortly, from(null, null)], at)).toEqual({ state: 'hold', ends: null });
  });

  it('ends with the last that holds', () => {
    const later = from('2026-03-01T00:00:00Z', '2026-04-01T00:00:00Z');
    expect(datesOf([later, shortly], at)).toEqual({ state: 'hold', ends: '2026-04-01T00:00:00Z' });
  });

  it('reports when future dates begin, and when past ones ended', () => {
    expect(datesOf([over, toCome], at)).toEqual({ state: 'to_come', begins: '2026-05-01T00:00:00Z' });
    expect(datesOf([over], at)).toEqual({ state: 'over', ended: '2026-02-01T00:00:00Z' });
    expect(datesOf([], at)).toBeUndefined();
  });

  it('counts two weeks as soon', () => {
    expect(endsSoon(datesOf([shortly], at), at)).toBe(true);
    expect(endsSoon(datesOf([shortly], '2026-01-03T09:00:00Z'), '2026-01-03T09:00:00Z')).toBe(false);
    expect(endsSoon(datesOf([toCome], at), at)).toBe(false);
  });
});
