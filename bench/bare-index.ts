import type { RuleFacts } from '@key2xs/domain';
import type { LargeHouse } from '../packages/domain/test/large-house';

/**
 * The lower bound for the access index: only rule sets as bits for each person and cylinder. No hours, no reasons, no
 * patching; texts are folded beforehand.
 */
export type BareIndex = {
  words: number;
  ofPerson: Int32Array;
  ofCylinder: Int32Array;
  /** Per rule: its cylinders, and its people, as bits. */
  cylinders: Int32Array[];
  people: Int32Array[];
};

export function bareIndex({ people, cylinders, profiles, rules, locations }: LargeHouse): BareIndex {
  const words = (rules.length + 31) >>> 5;
  const index: BareIndex = {
    words,
    ofPerson: new Int32Array(people.length * words),
    ofCylinder: new Int32Array(cylinders.length * words),
    cylinders: rules.map(() => new Int32Array((cylinders.length + 31) >>> 5)),
    people: rules.map(() => new Int32Array((people.length + 31) >>> 5)),
  };
  const lower = people.map(({ department, job_title }) => [department?.toLowerCase(), job_title?.toLowerCase()]);
  const byValue = indexPeople(lower);
  const parent = new Map(locations.map(({ id, parent_id }) => [id, parent_id]));
  for (const [r, rule] of rules.entries()) {
    for (const person of peopleOf(rule, (value) => byValue.get(value), lower))
      set(index.ofPerson, index.people[r], { member: person, rule: r, words });
    const named = new Set(rule.objects.map(({ object_identifier }) => object_identifier));
    for (const id of [...named]) {
      const profile = profiles.find((one) => one.id === id);
      for (const part of [...(profile?.cylinder_ids ?? []), ...(profile?.cylinder_group_ids ?? [])]) named.add(part);
    }
    for (const [c, { id, group_id, location_id }] of cylinders.entries()) {
      const isNamed = [id, group_id, location_id, parent.get(location_id) ?? ''].some((one) => named.has(one));
      if (isNamed) set(index.ofCylinder, index.cylinders[r], { member: c, rule: r, words });
    }
  }
  return index;
}

export function bareCheck({ words, ofPerson, ofCylinder }: BareIndex, person: number, cylinder: number): boolean {
  for (let i = 0; i < words; i++) {
    if (((ofPerson[person * words + i] ?? 0) & (ofCylinder[cylinder * words + i] ?? 0)) !== 0) return true;
  }
  return false;
}

/** The common rules of a person and a cylinder. */
export function bareReasons({ words, ofPerson, ofCylinder }: BareIndex, person: number, cylinder: number): number[] {
  const found: number[] = [];
  for (let i = 0; i < words; i++) {
    let common = (ofPerson[person * words + i] ?? 0) & (ofCylinder[cylinder * words + i] ?? 0);
    for (; common !== 0; common &= common - 1) found.push(i * 32 + 31 - Math.clz32(common & -common));
  }
  return found;
}

export const bareCylinders = (index: BareIndex, person: number): Int32Array =>
  list(united(index.ofPerson.subarray(person * index.words, (person + 1) * index.words), index.cylinders));

export const barePeople = (index: BareIndex, cylinder: number): Int32Array =>
  list(united(index.ofCylinder.subarray(cylinder * index.words, (cylinder + 1) * index.words), index.people));

/** The cylinders of each person with a distinct rule set. */
export function bareMatrix(index: BareIndex): Int32Array[] {
  const lines = new Map<string, Int32Array>();
  for (let person = 0; person < index.ofPerson.length / index.words; person++) {
    const rules = index.ofPerson.subarray(person * index.words, (person + 1) * index.words);
    const key = rules.join();
    if (!lines.has(key)) lines.set(key, united(rules, index.cylinders));
  }
  return [...lines.values()];
}

function united(rules: Int32Array, sets: readonly Int32Array[]): Int32Array {
  const all = new Int32Array(sets[0]?.length ?? 0);
  for (const [i, word] of rules.entries()) {
    for (let left = word; left !== 0; left &= left - 1) {
      const more = sets[i * 32 + 31 - Math.clz32(left & -left)];
      for (let w = 0; w < all.length; w++) all[w] = (all[w] ?? 0) | (more?.[w] ?? 0);
    }
  }
  return all;
}

function list(bits: Int32Array): Int32Array {
  const found: number[] = [];
  for (let i = 0; i < bits.length; i++) {
    for (let word = bits[i] ?? 0; word !== 0; word &= word - 1) found.push(i * 32 + 31 - Math.clz32(word & -word));
  }
  return Int32Array.from(found);
}

type Values = (string | undefined)[];

function indexPeople(people: readonly Values[]): Map<string, number[]> {
  const byValue = new Map<string, number[]>();
  for (const [person, values] of people.entries()) {
    for (const value of values) {
      const known = byValue.get(value ?? '');
      if (known) known.push(person);
      else byValue.set(value ?? '', [person]);
    }
  }
  return byValue;
}

function peopleOf(
  rule: RuleFacts,
  find: (value: string) => number[] | undefined,
  people: readonly Values[],
): Set<number> {
  const values = rule.subjects.map((subject) => subject.subject_identifier.toLowerCase());
  const any = values.flatMap((value) => find(value) ?? []);
  const isAll = (person: number) => values.every((value) => people[person]?.includes(value));
  return new Set(rule.subject_match === 'any' ? any : any.filter(isAll));
}

function set(
  table: Int32Array,
  bits: Int32Array | undefined,
  at: { member: number; rule: number; words: number },
): void {
  const word = at.member * at.words + (at.rule >>> 5);
  table[word] = (table[word] ?? 0) | (1 << (at.rule & 31));
  if (bits) bits[at.member >>> 5] = (bits[at.member >>> 5] ?? 0) | (1 << (at.member & 31));
}
