import { type Bits, clearBit, countBits, setBit, wordAt, wordsFor } from '../../../access/indexing/bits';
import type { Colouring } from '../cover/fit-profiles';
import type { FittingGraph } from '../cover/fitting-graph';

/** Of each grant, numbered anew, those it does not fit to. */
type Conflicts = Bits[];

/** A division of grants among profiles; `impossible` once all were tried; `open` when there was no time for that. */
export type Division = Colouring | 'impossible' | 'open';

const stepsBetweenYields = 150_000;

/**
 * Tries to divide grants of a graph among so many profiles: always the grant that has the fewest profiles left first (DSATUR), and
 * all ways if need be.
 * @param chosen numbers in the graph, ascending; `profileOf` of the division is in their order
 */
export function* divideGrants(
  graph: FittingGraph,
  chosen: Int32Array,
  profiles: number,
  maxSteps: number,
): Generator<undefined, Division> {
  const conflicts = conflictsAmong(graph, chosen);
  const state = newState(conflicts, profiles);
  const grantAt: number[] = [];
  const usedAt = [0];
  let next = hardest(state);
  let [steps, sinceYield] = [0, 0];
  for (let first = 0; next >= 0; ) {
    steps += chosen.length;
    sinceYield += chosen.length;
    if (steps > maxSteps) return 'open';
    if (sinceYield > stepsBetweenYields) {
      sinceYield = 0;
      yield;
    }
    const used = usedAt[grantAt.length] ?? 0;
    const profile = firstAllowed(state, next, first, Math.min(profiles, used + 1));
    if (profile >= 0) {
      put(state, next, profile, 1);
      grantAt.push(next);
      usedAt[grantAt.length] = Math.max(used, profile + 1);
      next = hardest(state);
      first = 0;
      continue;
    }
    const before = grantAt.pop();
    if (before === undefined) return 'impossible';
    next = before;
    first = (state.profileOf[before] ?? 0) + 1;
    put(state, before, first - 1, -1);
  }
  return { profileOf: state.profileOf, profiles };
}

type State = {
  conflicts: Conflicts;
  profiles: number;
  profileOf: Int32Array;
  /** At grant × profiles + profile: how many grants that do not fit have the profile. */
  forbidding: Int32Array;
  /** How many profiles that leaves out for a grant. */
  forbidden: Int32Array;
  degree: Int32Array;
};

const newState = (conflicts: Conflicts, profiles: number): State => ({
  conflicts,
  profiles,
  profileOf: new Int32Array(conflicts.length).fill(-1),
  forbidding: new Int32Array(conflicts.length * profiles),
  forbidden: new Int32Array(conflicts.length),
  degree: Int32Array.from(conflicts, countBits),
});

/** One profile that is still empty is as good as another, so `limit` ends with the first of these. */
function firstAllowed({ forbidding, profiles }: State, grant: number, from: number, limit: number): number {
  for (let profile = from; profile < limit; profile++) if (!forbidding[grant * profiles + profile]) return profile;
  return -1;
}

/** The grant with the fewest profiles left, of these the one with the most conflicts; -1 when all have one. */
function hardest({ profileOf, forbidden, degree }: State): number {
  let best = -1;
  for (let grant = 0; grant < profileOf.length; grant++) {
    if (profileOf[grant] !== -1) continue;
    const more = best < 0 ? 1 : (forbidden[grant] ?? 0) - (forbidden[best] ?? 0);
    if (more > 0 || (more === 0 && (degree[grant] ?? 0) > (degree[best] ?? 0))) best = grant;
  }
  return best;
}

function put(state: State, grant: number, profile: number, more: 1 | -1): void {
  const { conflicts, profiles, profileOf, forbidding, forbidden } = state;
  profileOf[grant] = more === 1 ? profile : -1;
  const bits = conflicts[grant] ?? new Int32Array(0);
  for (let word = 0; word < bits.length; word++) {
    for (let rest = wordAt(bits, word); rest !== 0; rest &= rest - 1) {
      const other = (word << 5) + 31 - Math.clz32(rest & -rest);
      const at = other * profiles + profile;
      const before = forbidding[at] ?? 0;
      forbidding[at] = before + more;
      if (before === 0 || before + more === 0) forbidden[other] = (forbidden[other] ?? 0) + more;
    }
  }
}

function conflictsAmong({ start, list }: FittingGraph, chosen: Int32Array): Conflicts {
  const numberOf = new Map(Array.from(chosen, (grant, number) => [grant, number]));
  const all = new Int32Array(wordsFor(chosen.length));
  for (let number = 0; number < chosen.length; number++) setBit(all, number);
  return Array.from(chosen, (grant, own) => {
    const bits = all.slice();
    clearBit(bits, own);
    for (let at = start[grant] ?? 0; at < (start[grant + 1] ?? 0); at++) {
      const other = numberOf.get(list[at] ?? -1);
      if (other !== undefined) clearBit(bits, other);
    }
    return bits;
  });
}
