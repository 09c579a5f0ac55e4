import { describe, expect, it } from 'vitest';
import { fieldChanges, listDifference } from './field-changes';

describe('fieldChanges', () => {
  it('pairs old and new values', () => {
    expect(fieldChanges({ before: { title: 'A' }, after: { title: 'B' } })).toEqual([
      { field: 'title', old: 'A', next: 'B' },
    ]);
  });

  it('has no old value for a new record', () => {
    expect(fieldChanges({ before: null, after: { title: 'B' } })).toEqual([
      { field: 'title', old: undefined, next: 'B' },
    ]);
  });

  it('reads a missing field as empty', () => {
    expect(fieldChanges({ before: {}, after: { title: 'B' } })).toEqual([{ field: 'title', old: null, next: 'B' }]);
  });

  it('is empty for a change without fields', () => {
    expect(fieldChanges({ before: null, after: null })).toEqual([]);
  });
});

describe('listDifference', () => {
  it('lists added and removed texts', () => {
    const change = { field: 'cylinders', old: ['c1', 'c2'], next: ['c2', 'c3'] };
    expect(listDifference(change)).toEqual({ added: ['c3'], removed: ['c1'] });
  });

  it('reads a missing old list as empty', () => {
    expect(listDifference({ field: 'cylinders', old: undefined, next: ['c1'] })).toEqual({
      added: ['c1'],
      removed: [],
    });
  });

  it('is undefined for texts and lists of other values', () => {
    expect(listDifference({ field: 'name', old: 'a', next: 'b' })).toBeUndefined();
    expect(listDifference({ field: 'name', old: null, next: null })).toBeUndefined();
    expect(listDifference({ field: 'schedule', old: [], next: [{ days: [1] }] })).toBeUndefined();
  });
});
