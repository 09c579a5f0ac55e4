import type { AccessRelation } from '../access-relation';
import type { RightCells } from '../plan/mined-plan';

/** Where each cell stands in the relation's list; -1 where it is no right. Cost: O(cells × log of a row). */
export function positionsOf(relation: AccessRelation, { people, cylinders }: RightCells): Int32Array {
  return people.map((person, n) => positionOf(relation, person, cylinders[n] ?? -1));
}

/** Where a right stands in the relation's list, -1 if it is none. */
export function positionOf({ start, list }: AccessRelation, person: number, cylinder: number): number {
  let [low, high] = [start[person] ?? 0, (start[person + 1] ?? 0) - 1];
  while (low <= high) {
    const middle = (low + high) >>> 1;
    const found = list[middle] ?? 0;
    if (found === cylinder) return middle;
    if (found < cylinder) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}
