import { type Bits, setBit, wordsFor } from '../../../access/indexing/bits';
import { type AccessRelation, rowOf } from '../../access-relation';
import { type Random, shuffle } from '../../random';
import { commonOf } from '../cover/common-of';
import { smallestCover } from './smallest-cover';

/** A relation, and the same with sides swapped. */
export type BothWays = { relation: AccessRelation; turned: AccessRelation };

/**
 * The fewest profiles for each person while the cylinders of the profiles stay; with sides swapped, the fewest for each cylinder.
 * Chooses at random among equal ones. Yields the words that each person took.
 * @returns the people of each profile, ascending
 */
export function* coverRows(
  { relation, turned }: BothWays,
  cylinders: readonly Int32Array[],
  random: Random,
): Generator<number, Int32Array[]> {
  const fitting: number[][] = Array.from({ length: relation.people }, () => []);
  for (const [profile, list] of cylinders.entries()) {
    if (list.length === 0) continue;
    for (const person of commonOf(turned, list, 0)) fitting[person]?.push(profile);
    yield list.length;
  }
  const members: number[][] = cylinders.map(() => []);
  const bitsIn =
    wordsFor(relation.cylinders) <= maxWords ? allColumns(relation, cylinders) : ownColumns(relation, cylinders);
  for (const [person, profiles] of fitting.entries()) {
    const order = Int32Array.from(profiles);
    shuffle(order, random);
    const { sets, all } = bitsIn(person, order);
    for (const at of smallestCover(sets, all)) members[order[at] ?? 0]?.push(person);
    yield 4 * all.length * sets.length;
  }
  return members.map((list) => Int32Array.from(list));
}

/** Cylinders of profiles, and those of a person, as bits. */
type BitsIn = (person: number, profiles: Int32Array) => { sets: Bits[]; all: Bits };

const maxWords = 24;

/** Bits of all cylinders, made once for all people. */
function allColumns(relation: AccessRelation, cylinders: readonly Int32Array[]): BitsIn {
  const words = wordsFor(relation.cylinders);
  const bitsOf = (list: Int32Array) => {
    const bits = new Int32Array(words);
    for (let at = 0; at < list.length; at++) setBit(bits, list[at] ?? 0);
    return bits;
  };
  const sets = cylinders.map(bitsOf);
  return (person, profiles) => ({
    sets: Array.from(profiles, (profile) => sets[profile] as Bits), // as: made for each profile above
    all: bitsOf(rowOf(relation, person)),
  });
}

/** Bits of only the person's cylinders. */
function ownColumns(relation: AccessRelation, cylinders: readonly Int32Array[]): BitsIn {
  const placeOf = new Int32Array(relation.cylinders);
  return (person, profiles) => {
    const row = rowOf(relation, person);
    const words = wordsFor(row.length);
    const all = new Int32Array(words);
    for (let at = 0; at < row.length; at++) {
      placeOf[row[at] ?? 0] = at;
      setBit(all, at);
    }
    const sets = Array.from(profiles, (profile) => {
      const bits = new Int32Array(words);
      for (const cylinder of cylinders[profile] ?? []) setBit(bits, placeOf[cylinder] ?? 0);
      return bits;
    });
    return { sets, all };
  };
}
