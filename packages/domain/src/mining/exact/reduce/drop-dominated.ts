import { wordsFor } from '../../../access/indexing/bits';
import { type Grants, grantOf } from './grants';
import { growLocalAccess, type LocalAccess, localAccess, newLocalAccess } from './local-access';

/**
 * What is left after dominance. Two grants *fit* when one profile can hold both: each of the two people has both cylinders. A
 * grant is dominated by g when it fits to all open grants that fit to g: whatever profile holds g can hold it too.
 */
export type Reduction = {
  /** The grant in whose profile this one fits; itself where it was not dropped. */
  fitsWith: Int32Array;
  /** Grants that fit to no other open grant: each has a profile of its own in every cover. */
  alone: number[];
  /** 1 for a grant that still has to be given a profile. */
  open: Uint8Array;
  openCount: number;
};

/** Words of bits that one person may take in a round; more is left for a round in which fewer people have open grants. */
const maxWords = 300_000_000;
const wordsBetweenYields = 1_000_000;

/**
 * Yields often.
 * @param minDropped a round that drops a smaller share of what is open is the last
 */
export function* dropDominated(grants: Grants, minDropped: number): Generator<Reduction, Reduction> {
  const { people, cylinders } = grants.relation;
  const state: Reduction = {
    fitsWith: Int32Array.from({ length: grants.count }, (_, grant) => grant),
    alone: [],
    open: new Uint8Array(grants.count).fill(1),
    openCount: grants.count,
  };
  const local = newLocalAccess(people);
  let tick = 1;
  let work = 0;
  const visitedAt = new Int32Array(people);
  const droppedAt = new Int32Array(cylinders).fill(1);
  while (state.openCount > 0) {
    const before = state.openCount;
    local.columns = openColumns(grants, state.open);
    for (let person = 0; person < people; person++) {
      if (!isTouched(grants, person, visitedAt[person] ?? 0, droppedAt)) continue;
      const cost = costOf(grants, local, person);
      if (cost > maxWords) continue;
      work += cost;
      if (work > wordsBetweenYields) {
        work = 0;
        yield state;
      }
      visitedAt[person] = ++tick;
      yield* visit(grants, state, local, person, (cylinder) => {
        droppedAt[cylinder] = ++tick;
      });
    }
    // Later rounds cost as much as they always do, and hardly drop anything.
    if (before - state.openCount < before * minDropped) break;
  }
  return state;
}

/** Whether anything the person's grants fit to was dropped since. */
function isTouched({ relation: { start, list } }: Grants, person: number, since: number, droppedAt: Int32Array) {
  for (let at = start[person] ?? 0; at < (start[person + 1] ?? 0); at++) {
    if ((droppedAt[list[at] ?? 0] ?? 0) > since) return true;
  }
  return false;
}

/** The columns of people who have open grants: only these can be dropped or keep others. */
function openColumns({ relation, person, columnStart, columnGrants }: Grants, open: Uint8Array) {
  const hasOpen = new Uint8Array(relation.people);
  for (let grant = 0; grant < open.length; grant++) if (open[grant]) hasOpen[person[grant] ?? 0] = 1;
  const start = new Int32Array(relation.cylinders + 1);
  const list = new Int32Array(columnGrants.length);
  let size = 0;
  for (let cylinder = 0; cylinder < relation.cylinders; cylinder++) {
    for (let at = columnStart[cylinder] ?? 0; at < (columnStart[cylinder + 1] ?? 0); at++) {
      const grant = columnGrants[at] ?? 0;
      if (hasOpen[person[grant] ?? 0]) list[size++] = grant;
    }
    start[cylinder + 1] = size;
  }
  return { start, list };
}

function costOf({ relation: { start, list } }: Grants, { columns }: LocalAccess, person: number): number {
  const first = start[person] ?? 0;
  const end = start[person + 1] ?? 0;
  let people = 0;
  for (let at = first; at < end; at++) {
    const cylinder = list[at] ?? 0;
    people += (columns.start[cylinder + 1] ?? 0) - (columns.start[cylinder] ?? 0);
  }
  return people * wordsFor(end - first);
}

function* visit(
  grants: Grants,
  state: Reduction,
  local: LocalAccess,
  person: number,
  dropped: (cylinder: number) => void,
): Generator<Reduction, void> {
  const { start, list } = grants.relation;
  const first = start[person] ?? 0;
  const size = (start[person + 1] ?? 0) - first;
  if (!hasOpenGrant(state.open, first, size)) return;
  growLocalAccess(local, wordsFor(size));
  localAccess(local, grants, state.open, person);
  let work = 0;
  for (let at = 0; at < size; at++) {
    if (!state.open[first + at]) continue;
    work += ((local.columnStart[at + 1] ?? 0) - (local.columnStart[at] ?? 0)) * local.words;
    if (work > wordsBetweenYields) {
      work = 0;
      yield state;
    }
    const fitting = fittingGrants(local, at);
    if (fitting === 1) {
      state.open[first + at] = 0;
      state.openCount--;
      state.alone.push(first + at);
      closeLocally(local, person, at);
      continue;
    }
    dropFitting(local, at, (other, column) => {
      if (other === person && column === at) return;
      const cylinder = list[first + column] ?? 0;
      const grant = grantOf(grants, other, cylinder);
      state.open[grant] = 0;
      state.openCount--;
      state.fitsWith[grant] = first + at;
      closeLocally(local, other, column);
      dropped(cylinder);
    });
  }
}

function hasOpenGrant(open: Uint8Array, first: number, size: number): boolean {
  for (let at = first; at < first + size; at++) if (open[at]) return true;
  return false;
}

function closeLocally({ open, words, slotOf }: LocalAccess, person: number, column: number): void {
  const at = (slotOf[person] ?? 0) * words + (column >>> 5);
  open[at] = (open[at] ?? 0) & ~(1 << (column & 31));
}

/** Gathers what fits to the grant at a column: `required` by any of it, `shared` by all its people. @returns how many grants */
function fittingGrants(local: LocalAccess, column: number): number {
  const { held, open, words, columnStart, columnSlots, required, shared } = local;
  required.fill(0);
  shared.fill(-1);
  let count = 0;
  for (let at = columnStart[column] ?? 0; at < (columnStart[column + 1] ?? 0); at++) {
    const base = (columnSlots[at] ?? 0) * words;
    let any = 0;
    for (let word = 0; word < words; word++) any |= open[base + word] ?? 0;
    if (any === 0) continue;
    for (let word = 0; word < words; word++) {
      const bits = open[base + word] ?? 0;
      required[word] = (required[word] ?? 0) | bits;
      shared[word] = (shared[word] ?? 0) & (held[base + word] ?? 0);
      if (bits !== 0 && count < 2) count += (bits & (bits - 1)) === 0 ? 1 : 2;
    }
  }
  return count;
}

function dropFitting(local: LocalAccess, column: number, drop: (person: number, column: number) => void): void {
  const { held, open, words, columnStart, columnSlots, required, shared, personOf } = local;
  for (let at = columnStart[column] ?? 0; at < (columnStart[column + 1] ?? 0); at++) {
    const slot = columnSlots[at] ?? 0;
    const base = slot * words;
    let any = 0;
    let missing = 0;
    for (let word = 0; word < words; word++) {
      any |= (open[base + word] ?? 0) & (shared[word] ?? 0);
      missing |= (required[word] ?? 0) & ~(held[base + word] ?? 0);
    }
    if (any === 0 || missing !== 0) continue;
    const person = personOf[slot] ?? 0;
    for (let word = 0; word < words; word++) {
      for (let bits = (open[base + word] ?? 0) & (shared[word] ?? 0); bits !== 0; bits &= bits - 1) {
        drop(person, (word << 5) + 31 - Math.clz32(bits & -bits));
      }
    }
  }
}
