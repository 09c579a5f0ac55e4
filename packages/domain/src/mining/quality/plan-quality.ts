import type { AccessIndex, IndexedRule } from '../../access/indexing/access-index';
import { type Bits, countBits, hasBit, listBits, setBit, unite, wordsFor } from '../../access/indexing/bits';
import { peopleInRows } from '../../access/indexing/people';
import type { AccessRelation } from '../access-relation';

/** How a plan gives its access, and that access itself. */
export type PlanQuality = {
  /** Different sets of doors that its rules give. */
  profiles: number;
  /** Between people and these sets, and these sets and doors. */
  links: number;
  /** That are switched on. */
  rules: number;
  rights: number;
  /** Rights by rules that name no person. */
  byAttributes: number;
  relation: AccessRelation;
};

type DoorSet = { doors: Bits; people: Set<number>; isByAttributes: boolean };

/** What a plan gives by itself, as if it were active, whatever the hours. Yields often. Cost: O(people of its rules × cylinders / 32). */
export function* planQuality(index: AccessIndex, planId: string): Generator<undefined, PlanQuality> {
  const rules = index.rules.filter((rule) => rule?.plan.id === planId && rule.rule.is_active);
  const sets = new Map<string, DoorSet>();
  const all = new Map<number, Bits>();
  const byAttributes = new Map<number, Bits>();
  for (const rule of rules as IndexedRule[]) {
    const people = peopleInRows(index.people, rule.rows);
    if (people.length === 0 || countBits(rule.cylinders) === 0) continue;
    const isByAttributes = rule.rule.subjects.every(({ subject_type }) => subject_type !== 'user');
    const key = rule.cylinders.join();
    const set = sets.get(key) ?? { doors: rule.cylinders, people: new Set<number>(), isByAttributes };
    sets.set(key, set);
    for (const person of people) {
      set.people.add(person);
      addTo(all, person, rule.cylinders);
      if (isByAttributes) addTo(byAttributes, person, rule.cylinders);
    }
    yield;
  }
  const relation = relationOfBits(index, all);
  return {
    profiles: sets.size,
    links: [...sets.values()].reduce((sum, { doors, people }) => sum + people.size + countBits(doors), 0),
    rules: rules.length,
    rights: relation.list.length,
    byAttributes: [...byAttributes.values()].reduce((sum, doors) => sum + countBits(doors), 0),
    relation,
  };
}

function addTo(sets: Map<number, Bits>, person: number, doors: Bits): void {
  const bits = sets.get(person) ?? new Int32Array(doors.length);
  sets.set(person, bits);
  unite(bits, doors);
}

/** Of people and doors with access, numbered anew. */
function relationOfBits({ doors }: AccessIndex, access: ReadonlyMap<number, Bits>): AccessRelation {
  const opened = new Int32Array(wordsFor(doors.ids.length));
  for (const bits of access.values())
    for (const door of listBits(bits)) if (!hasBit(opened, door)) setBit(opened, door);
  const numbers = listBits(opened);
  const numberOf = new Int32Array(doors.ids.length);
  for (const [number, door] of numbers.entries()) numberOf[door] = number;
  const rows = [...access.values()].map((bits) => listBits(bits).map((door) => numberOf[door] ?? 0));
  const start = new Int32Array(rows.length + 1);
  for (const [person, row] of rows.entries()) start[person + 1] = (start[person] ?? 0) + row.length;
  const list = new Int32Array(start.at(-1) ?? 0);
  for (const [person, row] of rows.entries()) list.set(row, start[person]);
  return { people: rows.length, cylinders: numbers.length, start, list };
}
