import { describe, expect, it } from 'vitest';
import { fillOf } from './fill-of';

describe('fillOf', () => {
  it.each([
    [0, 0, '0 %'],
    [0, 10, '0 %'],
    [10, 10, '100 %'],
    [1, 3, '33.3 %'],
    [199_999, 200_000, '99.9 %'],
    [1, 200_000, '0.1 %'],
  ])('reads %i of %i rows as %s', (filled, rows, expected) => {
    expect(fillOf(filled, rows)).toBe(expected);
  });
});
