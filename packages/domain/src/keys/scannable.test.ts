import { expect, test } from 'vitest';
import { scannable } from './scannable';
import { foldMarking, splitScan } from './split-scan';

test('the code on a label is a name that scans find whole, also where the marking has a space', () => {
  expect(scannable(['A 12', '', 'S-900'])).toBe('S-900');
  expect(scannable(['A-12', 'S-900'])).toBe('A-12');
  expect(scannable(['A 12', ''])).toBeNull();
  const code = scannable(['A-12', 'S-900']) ?? '';
  expect(splitScan(`${code}${code}`, { has: (name) => name === foldMarking(code), longest: code.length })).toEqual([
    code,
    code,
  ]);
});
