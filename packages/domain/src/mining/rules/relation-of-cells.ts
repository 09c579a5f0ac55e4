import type { AccessRelation } from '../access-relation';

/** Sorts cells by row, then by column; a repeated one counts once. Faster than `relationOf` for hundreds of thousands. */
export function relationOfCells(
  people: number,
  cylinders: number,
  cells: { person: readonly number[]; cylinder: readonly number[] },
): AccessRelation {
  const all = Int32Array.from(cells.person, (_, at) => at);
  const byCylinder = sorted(all, { keys: cells.cylinder, limit: cylinders }).order;
  const { order, start: from } = sorted(byCylinder, { keys: cells.person, limit: people });
  const start = new Int32Array(people + 1);
  const list = new Int32Array(order.length);
  let end = 0;
  for (let person = 0; person < people; person++) {
    const first = end;
    for (let at = from[person] ?? 0; at < (from[person + 1] ?? 0); at++) {
      const cylinder = cells.cylinder[order[at] ?? 0] ?? 0;
      if (end === first || list[end - 1] !== cylinder) list[end++] = cylinder;
    }
    start[person + 1] = end;
  }
  return { people, cylinders, start, list: list.slice(0, end) };
}

/** Sorts by counting; equal keys stay in order. */
function sorted(
  order: Int32Array,
  { keys, limit }: { keys: readonly number[]; limit: number },
): { order: Int32Array; start: Int32Array } {
  const start = new Int32Array(limit + 1);
  for (const key of keys) start[key + 1] = (start[key + 1] ?? 0) + 1;
  for (let key = 0; key < limit; key++) start[key + 1] = (start[key + 1] ?? 0) + (start[key] ?? 0);
  const free = start.slice();
  const next = new Int32Array(order.length);
  for (const at of order) {
    const key = keys[at] ?? 0;
    const to = free[key] ?? 0;
    next[to] = at;
    free[key] = to + 1;
  }
  return { order: next, start };
}
