import { describe, expect, it } from 'vitest';
import { columnTree } from '../axes/column-tree';
import { rowNodes } from '../axes/row-axis';
import { aPlanMatrix } from '../plan-matrix.fixture';
import { objectsOf, whoOf } from './edit-target';

const rows = rowNodes(aPlanMatrix());
const columns = columnTree(aPlanMatrix());
const kinds = (index: number, of = columns) => objectsOf(of, index).map(({ object_type }) => object_type);

describe('what an edit is about', () => {
  it('is everybody of a department, or of a title within it', () => {
    expect(rows.slice(0, 2).map(whoOf)).toEqual([
      { all_of: [{ subject_type: 'department', subject_identifier: 'FIRE' }] },
      {
        all_of: [
          { subject_type: 'department', subject_identifier: 'FIRE' },
          { subject_type: 'job_title', subject_identifier: 'LIEUTENANT' },
        ],
      },
    ]);
  });

  it('is undefined for people that a rule cannot name', () => {
    const [first] = rows;
    expect(first && whoOf({ ...first, kind: 'rest', id: '' })).toBeUndefined();
  });

  it('is a place, a group or a cylinder', () => {
    expect(columns.map((_, index) => kinds(index))).toEqual([
      ['location'],
      ['cylinder_group'],
      ['cylinder'],
      ['cylinder'],
      ['cylinder'],
    ]);
  });

  it('is the cylinders of a group that stands in several places, and of those without a place', () => {
    const { columns: all, ...rest } = aPlanMatrix();
    const [, group] = all;
    const twice = columnTree({ ...rest, columns: [...all, ...(group ? [{ ...group, depth: 0 }] : [])] });
    expect(kinds(1, twice)).toEqual(['cylinder', 'cylinder', 'cylinder']);
    const without = columnTree({
      ...rest,
      columns: all.map((one) => (one.depth === 0 ? { ...one, kind: 'rest' } : one)),
    });
    expect(kinds(0, without)).toEqual(['cylinder', 'cylinder', 'cylinder']);
  });
});
