import { describe, expect, it } from 'vitest';
import { exampleSheet } from './example-sheet';

describe('exampleSheet', () => {
  it('uses markings of the key system', () => {
    const sheet = exampleSheet({ cylinders: ['A', 'B', 'C', 'D', 'E'], keys: ['1', '2', '3', '4'] });
    expect(sheet.cylinders).toEqual(['A', 'B', 'C', 'D']);
    expect(sheet.rows.map(({ key }) => key)).toEqual(['1', '2', '3']);
  });

  it('invents markings when there are too few', () => {
    const sheet = exampleSheet({ cylinders: ['A'], keys: [] });
    expect(sheet.cylinders).toHaveLength(4);
    expect(sheet.rows.map(({ key }) => key)).toEqual(['K 1', 'K 2', 'K 3']);
  });
});
