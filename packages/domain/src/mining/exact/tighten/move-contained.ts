import { type Bits, hasBit, listBits, setBit, unite, wordAt, wordsFor } from '../../../access/indexing/bits';
import type { AccessRelation } from '../../access-relation';
import { commonOf } from '../cover/common-of';
import type { Side } from './linked-profiles';

/**
 * Where all people of a profile may have another profile too, they join it, and what it gives leaves the first one: fewer links when
 * it gives more than people join. Goes on, in the given order, until no such move is left; with sides swapped, cylinders join. Yields
 * the words that each look took.
 */
export function* moveContained(
  relation: AccessRelation,
  people: Side,
  cylinders: Side,
  order: Int32Array,
): Generator<number, void> {
  const state = newState(relation, people, cylinders);
  for (let isMoved = true; isMoved; ) {
    isMoved = false;
    for (const profile of order) {
      for (let other = bestToJoin(state, profile); other >= 0; other = bestToJoin(state, profile)) {
        join(state, profile, other);
        isMoved = true;
        yield state.words;
      }
      yield state.words;
    }
  }
  people.lists = state.rows.map(listBits);
  cylinders.lists = state.columns.map(listBits);
}

type State = {
  relation: AccessRelation;
  people: Side;
  cylinders: Side;
  /** People and cylinders of each profile. */
  rows: Bits[];
  columns: Bits[];
  /** The profiles that gave a cylinder at first. */
  givers: number[][];
  /** Of each profile, what it has in common with the one that is looked at; 0 between looks. */
  overlap: Int32Array;
  /** What the latest look took. */
  words: number;
};

function newState(relation: AccessRelation, people: Side, cylinders: Side): State {
  const givers: number[][] = Array.from({ length: relation.cylinders }, () => []);
  for (const [profile, list] of cylinders.lists.entries()) for (const cylinder of list) givers[cylinder]?.push(profile);
  return {
    relation,
    people,
    cylinders,
    rows: people.lists.map((list) => bitsOf(list, relation.people)),
    columns: cylinders.lists.map((list) => bitsOf(list, relation.cylinders)),
    givers,
    overlap: new Int32Array(people.lists.length),
    words: 0,
  };
}

/** The profile that saves the most links; -1 when none does. */
function bestToJoin(state: State, profile: number): number {
  const { relation, people, cylinders, rows, columns, givers, overlap } = state;
  const own = columns[profile] as Bits; // as: each profile has bits
  const members = rows[profile] as Bits; // likewise
  const others: number[] = [];
  for (const cylinder of listBits(own)) {
    for (const other of givers[cylinder] ?? []) {
      if (other === profile || !hasBit(columns[other] as Bits, cylinder)) continue; // as: likewise
      if (overlap[other] === 0) others.push(other);
      overlap[other] = (overlap[other] ?? 0) + (cylinders.weights[cylinder] ?? 0);
    }
  }
  state.words = own.length + members.length * others.length;
  let [best, bestGain] = [-1, 0];
  let common: Bits | undefined;
  for (const other of others) {
    const shared = overlap[other] ?? 0;
    overlap[other] = 0;
    if (shared <= bestGain) continue;
    const gain = shared - weightOutside(members, rows[other] as Bits, people.weights); // as: likewise
    if (gain <= bestGain) continue;
    common ??= bitsOf(commonOf(relation, listBits(members), 0), relation.cylinders);
    if (!isOutside(columns[other] as Bits, common)) [best, bestGain] = [other, gain]; // as: likewise
  }
  return best;
}

function join({ rows, columns }: State, profile: number, other: number): void {
  unite(rows[other] as Bits, rows[profile] as Bits); // as: each profile has bits
  const own = columns[profile] as Bits; // likewise
  const moved = columns[other] as Bits; // likewise
  for (let word = 0; word < own.length; word++) own[word] = wordAt(own, word) & ~wordAt(moved, word);
}

function bitsOf(list: Int32Array, count: number): Bits {
  const bits = new Int32Array(wordsFor(count));
  for (const number of list) setBit(bits, number);
  return bits;
}

function weightOutside(bits: Bits, other: Bits, weights: Int32Array): number {
  let sum = 0;
  for (let word = 0; word < bits.length; word++) {
    for (let rest = wordAt(bits, word) & ~wordAt(other, word); rest !== 0; rest &= rest - 1) {
      sum += weights[(word << 5) + 31 - Math.clz32(rest & -rest)] ?? 0;
    }
  }
  return sum;
}

function isOutside(bits: Bits, of: Bits): boolean {
  for (let word = 0; word < bits.length; word++) if ((wordAt(bits, word) & ~wordAt(of, word)) !== 0) return true;
  return false;
}
