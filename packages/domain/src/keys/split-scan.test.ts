import fc from 'fast-check';
import { expect, it } from 'vitest';
import { foldMarking, splitScan } from './split-scan';

const knowing = (...markings: string[]) => ({
  has: (folded: string) => markings.some((marking) => foldMarking(marking) === folded),
  longest: Math.max(0, ...markings.map((marking) => marking.length)),
});

it.each([
  ['one marking', 'K-0001', ['K-0001']],
  ['with an Enter after each', 'K-0001\r\nK-0002\n', ['K-0001', 'K-0002']],
  ['run together', 'K-0001K-0002k-0001', ['K-0001', 'K-0002', 'k-0001']],
  ['a marking that begins another', 'K-00010K-0001', ['K-00010', 'K-0001']],
  ['an unknown one', 'X-99', ['X-99']],
  ['an unknown one after known ones', 'K-0001K-0002X', ['K-0001K-0002X']],
  ['nothing', ' \t\n', []],
])('splits %s', (_, text, parts) => {
  expect(splitScan(text, knowing('K-0001', 'K-0002', 'K-00010'))).toEqual(parts);
});

it('loses no letter, and finds every way that known markings make up a text', () => {
  const marking = fc.string({ unit: fc.constantFrom('a', 'b', '1'), minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(
      fc.array(marking, { minLength: 1, maxLength: 6 }),
      fc.array(fc.nat(), { maxLength: 8 }),
      (known, picks) => {
        const scanned = picks.map((pick) => known[pick % known.length] ?? '');
        const parts = splitScan(scanned.join(''), knowing(...known));
        expect(parts.join('')).toBe(scanned.join(''));
        expect(parts.every((part) => known.includes(part))).toBe(true);
        expect(parts.length).toBeLessThanOrEqual(scanned.length);
      },
    ),
  );
});
