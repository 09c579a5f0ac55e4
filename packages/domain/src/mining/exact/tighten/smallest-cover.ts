import { type Bits, countBits, wordAt } from '../../../access/indexing/bits';

const maxNodes = 2_000;

/**
 * The fewest sets that together have every number: those that are needed in any case, then all ways to choose the rest, or a greedy
 * choice when there are too many. Of equal choices it prefers sets that come first.
 * @returns positions of the chosen sets
 */
export function smallestCover(sets: readonly Bits[], all: Bits): number[] {
  if (sets.length < 2) return sets.map((_, at) => at);
  const chosen: number[] = [];
  const open = all.slice();
  let left = sets.map((_, at) => at);
  for (;;) {
    const needed = takeNeeded(sets, left, open, chosen);
    left = withoutContained(sets, left, open);
    if (!needed) break;
  }
  if (left.length === 0) return chosen;
  return [...chosen, ...searchCover(sets, left, open)];
}

/** Takes each set that alone has a number. @returns whether there was one */
function takeNeeded(sets: readonly Bits[], left: readonly number[], open: Bits, chosen: number[]): boolean {
  const once = new Int32Array(open.length);
  const twice = new Int32Array(open.length);
  for (const at of left) {
    const bits = sets[at] ?? open;
    for (let word = 0; word < open.length; word++) {
      twice[word] = wordAt(twice, word) | (wordAt(once, word) & wordAt(bits, word));
      once[word] = wordAt(once, word) | wordAt(bits, word);
    }
  }
  let isAny = false;
  for (const at of left) {
    const bits = sets[at] ?? open;
    let own = 0;
    for (let word = 0; word < open.length; word++) {
      own |= wordAt(bits, word) & wordAt(open, word) & ~wordAt(twice, word);
    }
    if (own === 0) continue;
    chosen.push(at);
    remove(open, bits);
    isAny = true;
  }
  return isAny;
}

/** Leaves out sets whose open numbers another one has as well. */
function withoutContained(sets: readonly Bits[], left: readonly number[], open: Bits): number[] {
  const kept: number[] = [];
  const useful = left
    .map((at) => ({ at, size: countCommon(sets[at] ?? open, open) }))
    .filter(({ size }) => size > 0)
    .sort((one, other) => other.size - one.size);
  for (const { at } of useful) {
    const bits = sets[at] ?? open;
    if (!kept.some((larger) => isWithin(bits, sets[larger] ?? open, open))) kept.push(at);
  }
  return kept;
}

/** Goes on with the number that the fewest sets have. */
function searchCover(sets: readonly Bits[], left: readonly number[], open: Bits): number[] {
  let best = greedyCover(sets, left, open);
  const path: number[] = [];
  let nodes = 0;
  const search = (rest: Bits): void => {
    if (++nodes > maxNodes) return;
    const count = countBits(rest);
    if (count === 0) {
      if (path.length < best.length) best = [...path];
      return;
    }
    const sizes = left.map((at) => countCommon(sets[at] ?? rest, rest));
    const largest = Math.max(...sizes);
    if (path.length + Math.ceil(count / largest) >= best.length) return;
    for (const at of holdersOfRarest(sets, left, rest)) {
      const next = rest.slice();
      remove(next, sets[at] ?? rest);
      path.push(at);
      search(next);
      path.pop();
    }
  };
  search(open);
  return best;
}

function greedyCover(sets: readonly Bits[], left: readonly number[], open: Bits): number[] {
  const rest = open.slice();
  const chosen: number[] = [];
  for (let count = countBits(rest); count > 0; count = countBits(rest)) {
    let [best, size] = [left[0] ?? 0, 0];
    for (const at of left) {
      const own = countCommon(sets[at] ?? rest, rest);
      if (own > size) [best, size] = [at, own];
    }
    chosen.push(best);
    remove(rest, sets[best] ?? rest);
  }
  return chosen;
}

function holdersOfRarest(sets: readonly Bits[], left: readonly number[], rest: Bits): number[] {
  let rarest: number[] | undefined;
  for (let word = 0; word < rest.length; word++) {
    for (let bits = wordAt(rest, word); bits !== 0; bits &= bits - 1) {
      const bit = bits & -bits;
      const holders = left.filter((at) => (wordAt(sets[at] ?? rest, word) & bit) !== 0);
      if (!rarest || holders.length < rarest.length) rarest = holders;
    }
  }
  return rarest ?? [];
}

function remove(from: Bits, bits: Bits): void {
  for (let word = 0; word < from.length; word++) from[word] = wordAt(from, word) & ~wordAt(bits, word);
}

function countCommon(one: Bits, other: Bits): number {
  let count = 0;
  for (let word = 0; word < one.length; word++) {
    for (let both = wordAt(one, word) & wordAt(other, word); both !== 0; both &= both - 1) count++;
  }
  return count;
}

function isWithin(bits: Bits, larger: Bits, open: Bits): boolean {
  for (let word = 0; word < bits.length; word++) {
    if ((wordAt(bits, word) & wordAt(open, word) & ~wordAt(larger, word)) !== 0) return false;
  }
  return true;
}
