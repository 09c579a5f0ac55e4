import { maxStaffListBytes } from '@key2xs/contract';
import { describe, expect, it } from 'vitest';
import { checkFile } from './check-file';

describe('checkFile', () => {
  it.each([
    ['staff.csv', 10, undefined],
    ['STAFF.CSV', maxStaffListBytes, undefined],
    ['staff.xlsx', 10, 'notCsv'],
    ['csv', 10, 'notCsv'],
    ['staff.csv', maxStaffListBytes + 1, 'tooLarge'],
  ])('%s with %i bytes: %s', (name, size, expected) => {
    expect(checkFile({ name, size })).toBe(expected);
  });
});
