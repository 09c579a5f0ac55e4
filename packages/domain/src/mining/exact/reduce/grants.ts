import type { AccessRelation } from '../../access-relation';

/**
 * The grants of a relation, numbered in the order of its list: grant g lets `person[g]` open `cylinder[g]`. Cylinder n has the
 * grants `columnGrants[columnStart[n]]` up to, without, `columnGrants[columnStart[n + 1]]`, in order of their people.
 */
export type Grants = {
  relation: AccessRelation;
  count: number;
  person: Int32Array;
  cylinder: Int32Array;
  columnStart: Int32Array;
  columnGrants: Int32Array;
};

export function grantsOf(relation: AccessRelation): Grants {
  const { people, cylinders, start, list } = relation;
  const count = list.length;
  const person = new Int32Array(count);
  const columnStart = new Int32Array(cylinders + 1);
  for (let at = 0; at < count; at++) {
    const cylinder = list[at] ?? 0;
    columnStart[cylinder + 1] = (columnStart[cylinder + 1] ?? 0) + 1;
  }
  for (let at = 0; at < cylinders; at++) columnStart[at + 1] = (columnStart[at + 1] ?? 0) + (columnStart[at] ?? 0);
  const next = columnStart.slice();
  const columnGrants = new Int32Array(count);
  for (let row = 0; row < people; row++) {
    for (let grant = start[row] ?? 0; grant < (start[row + 1] ?? 0); grant++) {
      person[grant] = row;
      const cylinder = list[grant] ?? 0;
      const free = next[cylinder] ?? 0;
      columnGrants[free] = grant;
      next[cylinder] = free + 1;
    }
  }
  return { relation, count, person, cylinder: list, columnStart, columnGrants };
}

/** The number of a grant that exists. */
export function grantOf({ relation: { start, list } }: Grants, person: number, cylinder: number): number {
  let low = start[person] ?? 0;
  let high = (start[person + 1] ?? 0) - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((list[middle] ?? 0) < cylinder) low = middle + 1;
    else high = middle;
  }
  return low;
}
