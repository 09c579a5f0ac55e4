import { describe, expect, it } from 'vitest';
import { fieldChanges, listDifference } from './field-changes';

describe('fieldChanges', () => {
  it('puts old beside new', () => {
    expect(fieldChanges({ before: { title: 'A' }, after: { title: 'B' } })).toEqual([
      { field: 'title', old: 'A', next: 'B' },
    ]);
  });

  it('has no old value where there was no record', () => {
    expect(fieldChanges({ before: null, after: { title: 'B' } })).toEqual([
      { field: 'title', old: undefined, next: 'B' },
    ]);
  });

  it('reads a field that a record lacked as empty', () => {
    expect(fieldChanges({ before: {}, after: { title: 'B' } })).toEqual([{ field: 'title', old: null, next: 'B' }]);
  });

  it('is empty for a change that touches no field', () => {
    expect(fieldChanges({ before: null, after: null })).toEqual([]);
  });
});

describe('listDifference', () => {
  it('tells what came and what went', () => {
    const change = { field: 'cylinders', old: ['c1', 'c2'], next: ['c2', 'c3'] };
    expect(listDifference(change)).toEqual({ added: ['c3'], removed: ['c1'] });
  });

  it('reads no list before as an empty one', () => {
    expect(listDifference({ field: 'cylinders', old: undefined, next: ['c1'] })).toEqual({
      added: ['c1'],
      removed: [],
    });
  });

  it('leaves texts and lists of other things alone', () => {
    expect(listDifference({ field: 'name', old: 'a', next: 'b' })).toBeUndefined();
    expect(listDifference({ field: 'name', old: null, next: null })).toBeUndefined();
    expect(listDifference({ field: 'schedule', old: [], next: [{ days: [1] }] })).toBeUndefined();
  });
});
