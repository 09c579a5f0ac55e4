import { type Random, shuffle } from '../../random';
import type { FittingGraph } from '../cover/fitting-graph';
import type { Kernel } from '../cover/kernel';

/**
 * Grants no two of which fit into one profile, so that every cover has at least as many profiles. Takes a grant with the fewest
 * fitting ones left, one of them at random, drops what fits to it, and so on.
 */
export function independentGrants({ start, list }: FittingGraph, random: Random): Int32Array {
  const count = start.length - 1;
  const degree = new Int32Array(count);
  const gone = new Uint8Array(count);
  const queue: number[][] = [];
  const enqueue = (grant: number) => {
    const at = degree[grant] ?? 0;
    for (let more = queue.length; more <= at; more++) queue.push([]);
    queue[at]?.push(grant);
  };
  for (let grant = 0; grant < count; grant++) degree[grant] = (start[grant + 1] ?? 0) - (start[grant] ?? 0);
  const order = Int32Array.from({ length: count }, (_, grant) => grant);
  shuffle(order, random);
  for (const grant of order) enqueue(grant);
  const chosen: number[] = [];
  for (let least = 0; least < queue.length; ) {
    const grant = takeAny(queue[least] ?? [], random);
    if (grant === undefined) {
      least++;
      continue;
    }
    if (gone[grant] || degree[grant] !== least) continue; // an entry of earlier, the newer one counts
    gone[grant] = 1;
    chosen.push(grant);
    for (let at = start[grant] ?? 0; at < (start[grant + 1] ?? 0); at++) {
      const fitting = list[at] ?? 0;
      if (gone[fitting]) continue;
      gone[fitting] = 1;
      for (let to = start[fitting] ?? 0; to < (start[fitting + 1] ?? 0); to++) {
        const other = list[to] ?? 0;
        if (gone[other]) continue;
        const left = (degree[other] ?? 0) - 1;
        degree[other] = left;
        enqueue(other);
        if (left < least) least = left;
      }
    }
  }
  return Int32Array.from(chosen).sort();
}

function takeAny(list: number[], random: Random): number | undefined {
  const last = list.pop();
  if (last === undefined || list.length === 0) return last;
  const at = random.below(list.length + 1);
  if (at === list.length) return last;
  const taken = list[at];
  list[at] = last;
  return taken;
}

/** The same where the graph of fitting grants is too large: in the given order, each that fits to none before it. Yields often. */
export function* independentInOrder(
  { row, column, columnsOfRow }: Kernel,
  order: Int32Array,
): Generator<undefined, Int32Array> {
  const has = (atRow: number, atColumn: number) =>
    (((columnsOfRow[atRow]?.[atColumn >>> 5] ?? 0) >>> (atColumn & 31)) & 1) === 1;
  const chosen: number[] = [];
  for (const [at, grant] of order.entries()) {
    if (at % 1_000 === 0) yield;
    const [atRow, atColumn] = [row[grant] ?? 0, column[grant] ?? 0];
    if (chosen.every((other) => !has(atRow, column[other] ?? 0) || !has(row[other] ?? 0, atColumn))) chosen.push(grant);
  }
  return Int32Array.from(chosen).sort();
}
