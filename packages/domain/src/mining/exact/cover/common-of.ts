import type { AccessRelation } from '../../access-relation';

/** What all of these rows have, ascending. @param least how much that is at least, where it is known */
export function commonOf({ start, list }: AccessRelation, rows: Int32Array, least: number): Int32Array {
  let shortest = 0;
  let size = Number.POSITIVE_INFINITY;
  for (let at = 0; at < rows.length; at++) {
    const row = rows[at] ?? 0;
    const length = (start[row + 1] ?? 0) - (start[row] ?? 0);
    if (length < size) {
      shortest = row;
      size = length;
    }
  }
  const common = list.slice(start[shortest], start[shortest + 1]);
  for (let at = 0; at < rows.length && size > least; at++) {
    const row = rows[at] ?? 0;
    if (row !== shortest) size = intersect(common, size, list, start[row] ?? 0, start[row + 1] ?? 0);
  }
  return common.slice(0, size);
}

/** Takes out of the first `size` numbers, in place, what is not in a part of a list. @returns how many are left */
function intersect(common: Int32Array, size: number, list: Int32Array, from: number, end: number): number {
  let left = 0;
  let at = from;
  for (let number = 0; number < size; number++) {
    const value = common[number] ?? 0;
    while (at < end && (list[at] ?? 0) < value) at++;
    if (at === end) break;
    if (list[at] === value) common[left++] = value;
  }
  return left;
}
