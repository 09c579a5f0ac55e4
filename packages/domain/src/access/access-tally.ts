import type { AccessIndex } from './access-index';
import { type Bits, countBits, forEachBit, listBits, unite, wordAt, wordsFor } from './bits';
import { type RuleSets, ruleSets, rulesOf } from './rule-sets';
import type { AccessSum } from './sum-access';

/**
 * The sums of an access index, kept so that a change costs as much as it concerns. Holds copies of what they were added up
 * from, and so notices by itself what has changed since.
 */
export type AccessTally = {
  /** People in each row. */
  people: Int32Array;
  /** Of each row, the rules that grant. */
  rules: RuleSets;
  /** Of each rule by its number, the cylinders it names. */
  cylinders: (Bits | undefined)[];
  /** Cylinders that each row opens. */
  opened: Int32Array;
  /** People who may open each cylinder. */
  peopleAt: Int32Array;
};

/** Rows that are added up anew at once; with more of them, everything is made anew step by step. */
const maxRows = 1_000;

/**
 * Adds up an index, row by row, so that others can have their turn between. Works on copies made in the first step, so the
 * index may be patched meanwhile.
 */
export function* tallying(index: AccessIndex): Generator<undefined, AccessTally> {
  const tally: AccessTally = {
    ...copyOf(index),
    opened: new Int32Array(index.people.rows.length),
    peopleAt: new Int32Array(index.doors.ids.length),
  };
  for (let row = 0; row < tally.people.length; row++) {
    addRow(tally, row);
    yield;
  }
  return tally;
}

/**
 * Brings the sums up to an index that has been patched since, or grants by other rules.
 * @param index the same one
 * @returns false where so much has changed that they are to be made anew
 */
export function updateTally(tally: AccessTally, index: AccessIndex): boolean {
  if (tally.rules.words !== index.rulesOfRow.words) return false;
  const next = copyOf(index);
  const otherRules = listChangedRules(tally, next);
  const rows: number[] = [];
  for (let row = 0; row < next.people.length; row++) if (isChanged(tally, next, { row, otherRules })) rows.push(row);
  if (rows.length > maxRows) return false;
  for (const row of rows) if (row < tally.people.length) removeRow(tally, row);
  Object.assign(tally, next, {
    opened: grown(tally.opened, index.people.rows.length),
    peopleAt: grown(tally.peopleAt, index.doors.ids.length),
  });
  for (const row of rows) addRow(tally, row);
  return true;
}

export function sumOf({ people, opened, peopleAt }: AccessTally): AccessSum {
  const sum: AccessSum = { people: 0, doors: 0, rights: 0 };
  for (let row = 0; row < people.length; row++) {
    const [count, doors] = [wordAt(people, row), wordAt(opened, row)];
    if (doors > 0) sum.people += count;
    sum.rights += count * doors;
  }
  for (let door = 0; door < peopleAt.length; door++) if (wordAt(peopleAt, door) > 0) sum.doors++;
  return sum;
}

type Copy = Pick<AccessTally, 'people' | 'rules' | 'cylinders'>;

function copyOf({ people: { ids, rowOf, rows }, rulesOfRow, granting, rules }: AccessIndex): Copy {
  const people = new Int32Array(rows.length);
  for (let person = 0; person < ids.length; person++) {
    const row = wordAt(rowOf, person);
    people[row] = wordAt(people, row) + 1;
  }
  people[0] = 0; // inactive ones and those who were taken out
  const granted = ruleSets(rows.length, rulesOfRow.words);
  for (let i = 0; i < granted.bits.length; i++) {
    granted.bits[i] = wordAt(rulesOfRow.bits, i) & wordAt(granting, i % rulesOfRow.words);
  }
  return { people, rules: granted, cylinders: rules.map((rule) => rule?.cylinders.slice()) };
}

/** Rules by number that name other cylinders than before. */
function listChangedRules({ cylinders: before }: AccessTally, { cylinders: after }: Copy): Bits {
  const count = Math.max(before.length, after.length);
  const changed = new Int32Array(wordsFor(count));
  for (let rule = 0; rule < count; rule++) {
    if (!areEqual(before[rule] ?? none, after[rule] ?? none))
      changed[rule >>> 5] = wordAt(changed, rule >>> 5) | (1 << (rule & 31));
  }
  return changed;
}

const none = new Int32Array(0);

function areEqual(a: Bits, b: Bits): boolean {
  for (let i = 0; i < Math.max(a.length, b.length); i++) if (wordAt(a, i) !== wordAt(b, i)) return false;
  return true;
}

function isChanged(before: Copy, after: Copy, { row, otherRules }: { row: number; otherRules: Bits }): boolean {
  if (before.people[row] !== after.people[row]) return true;
  const { words } = after.rules;
  for (let i = 0; i < words; i++) {
    const [was, is] = [wordAt(before.rules.bits, row * words + i), wordAt(after.rules.bits, row * words + i)];
    if (was !== is || ((was | is) & wordAt(otherRules, i)) !== 0) return true;
  }
  return false;
}

function openedBy({ rules, cylinders, peopleAt }: AccessTally, row: number): Bits {
  const opened = new Int32Array(wordsFor(peopleAt.length));
  forEachBit(rulesOf(rules, row), (rule) => unite(opened, cylinders[rule] ?? none));
  return opened;
}

function addRow(tally: AccessTally, row: number): void {
  const opened = openedBy(tally, row);
  tally.opened[row] = countBits(opened);
  count(tally, opened, wordAt(tally.people, row));
}

const removeRow = (tally: AccessTally, row: number): void =>
  count(tally, openedBy(tally, row), -wordAt(tally.people, row));

function count({ peopleAt }: AccessTally, opened: Bits, people: number): void {
  if (people === 0) return;
  for (const door of listBits(opened)) peopleAt[door] = wordAt(peopleAt, door) + people;
}

function grown(numbers: Int32Array, length: number): Int32Array {
  const more = new Int32Array(length);
  more.set(numbers);
  return more;
}
