import type { RuleObject } from '@key2xs/contract';
import type { AccessIndex } from '../indexing/access-index';
import { forEachBit, hasBit } from '../indexing/bits';
import { placesBelow } from '../indexing/doors';
import { rulesOf } from '../indexing/rule-sets';

/**
 * Length of the door list on a key of the people of a row, by all plans. A group is one entry, whatever its size; profiles
 * and places count as their contents. The returned function is fast for many rows.
 */
export function keyListLengths(index: AccessIndex): (row: number) => number {
  const numbers = new Map<string, number>();
  const entriesOfRule = new Map<number, readonly number[]>();
  const entriesOf = (rule: number): readonly number[] => {
    const known = entriesOfRule.get(rule);
    if (known) return known;
    const objects = [...(index.rules[rule]?.objects.values() ?? [])];
    const entries = objects.flatMap((object) => entriesIn(index, object)).map((entry) => numberOf(numbers, entry));
    entriesOfRule.set(rule, entries);
    return entries;
  };
  let counted: Int32Array = new Int32Array(1_024);
  let round = 0;
  return (row) => {
    round++;
    let length = 0;
    forEachBit(rulesOf(index.rulesOfRow, row), (rule) => {
      if (!hasBit(index.granting, rule)) return;
      for (const entry of entriesOf(rule)) {
        if (entry >= counted.length) counted = grown(counted, entry);
        if (counted[entry] === round) continue;
        counted[entry] = round;
        length++;
      }
    });
    return length;
  };
}

function entriesIn({ doors }: AccessIndex, { object_type, object_identifier: id }: RuleObject): string[] {
  switch (object_type) {
    case 'cylinder':
    case 'cylinder_group':
      return [id];
    case 'access_profile': {
      const profile = doors.profiles.get(id);
      return profile ? [...profile.cylinders, ...profile.groups] : [];
    }
    case 'location':
      return [...placesBelow(doors, id)].flatMap((place) =>
        [...(doors.placed.get(place) ?? [])].map((door) => doors.ids[door] ?? ''),
      );
  }
}

function numberOf(numbers: Map<string, number>, entry: string): number {
  const number = numbers.get(entry) ?? numbers.size;
  numbers.set(entry, number);
  return number;
}

function grown(counted: Int32Array, entry: number): Int32Array {
  const more = new Int32Array(Math.max(counted.length * 2, entry + 1));
  more.set(counted);
  return more;
}
