import type { AccessIndex } from '../indexing/access-index';
import { type Bits, countBits, forEachBit, listBits, setBit, unite, wordAt, wordsFor } from '../indexing/bits';
import { type RuleSets, ruleSets, rulesOf } from '../indexing/rule-sets';
import type { AccessSum } from './sum-access';

/**
 * Totals of an access index that can be updated at the cost of what has changed. Holds copies of the summed values, to
 * detect changes by comparing.
 */
export type AccessTally = {
  /** `changes` of the index when it was summed. */
  changes: number;
  granting: Bits;
  /** People in each row. */
  people: Int32Array;
  /** The granting rules of each row. */
  rules: RuleSets;
  /** The cylinders of each rule, by rule number. */
  cylinders: (Bits | undefined)[];
  /** Cylinders that each row opens. */
  opened: Int32Array;
  /** People who may open each cylinder. */
  peopleAt: Int32Array;
};

/** With more changed rows than this, a step-by-step rebuild is better than one long update. */
const maxRows = 1_000;

/**
 * Sums an index row by row, so that other work can run in between. Works on copies made in the first step, so the index may
 * be patched meanwhile.
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
 * Updates the totals after the index was patched, or grants by other rules.
 * @param index the index that was summed
 * @returns false if so much has changed that the tally must be rebuilt
 */
export function updateTally(tally: AccessTally, index: AccessIndex): boolean {
  if (tally.rules.words !== index.rulesOfRow.words) return false;
  const people = countPeople(index);
  const haveRulesChanged = tally.changes !== index.changes || !areEqual(tally.granting, index.granting);
  const otherRules = haveRulesChanged ? listChangedRules(tally, index) : none;
  const rows = listChangedRows(tally, index, { people, otherRules, haveRulesChanged });
  if (rows.length > maxRows) return false;
  for (const row of rows) if (row < tally.people.length) removeRow(tally, row);
  const { words } = tally.rules;
  Object.assign(tally, {
    changes: index.changes,
    granting: index.granting.slice(),
    people,
    rules: { words, bits: grown(tally.rules.bits, people.length * words) },
    opened: grown(tally.opened, people.length),
    peopleAt: grown(tally.peopleAt, index.doors.ids.length),
  });
  for (const row of rows) copyRules(tally.rules, index, row);
  for (const rule of listBits(otherRules)) tally.cylinders[rule] = index.rules[rule]?.cylinders.slice();
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

type Copy = Omit<AccessTally, 'opened' | 'peopleAt'>;

function copyOf(index: AccessIndex): Copy {
  const people = countPeople(index);
  const granted = ruleSets(people.length, index.rulesOfRow.words);
  for (let row = 0; row < people.length; row++) copyRules(granted, index, row);
  const cylinders = index.rules.map((rule) => rule?.cylinders.slice());
  return { changes: index.changes, granting: index.granting.slice(), people, rules: granted, cylinders };
}

function countPeople({ people: { ids, rowOf, rows } }: AccessIndex): Int32Array {
  const people = new Int32Array(rows.length);
  for (let person = 0; person < ids.length; person++) {
    const row = wordAt(rowOf, person);
    people[row] = wordAt(people, row) + 1;
  }
  people[0] = 0; // inactive and removed people
  return people;
}

/** Copies the granting rules of a row. */
function copyRules({ words, bits }: RuleSets, { rulesOfRow, granting }: AccessIndex, row: number): void {
  for (let i = 0, at = row * words; i < words; i++, at++) bits[at] = wordAt(rulesOfRow.bits, at) & wordAt(granting, i);
}

type Changed = { people: Int32Array; otherRules: Bits; haveRulesChanged: boolean };

/** Rules whose cylinders have changed, by number. */
function listChangedRules({ cylinders: before }: AccessTally, { rules: after }: AccessIndex): Bits {
  const count = Math.max(before.length, after.length);
  const changed = new Int32Array(wordsFor(count));
  for (let rule = 0; rule < count; rule++) {
    if (!areEqual(before[rule] ?? none, after[rule]?.cylinders ?? none)) setBit(changed, rule);
  }
  return changed;
}

const none = new Int32Array(0);

function areEqual(a: Bits, b: Bits): boolean {
  const length = Math.max(a.length, b.length);
  for (let i = 0; i < length; i++) if (wordAt(a, i) !== wordAt(b, i)) return false;
  return true;
}

/**
 * Rows with changed people, changed rules, or rules with changed cylinders. Compares in place, and looks at rules only if
 * any has changed, because there are many.
 */
function listChangedRows(
  { people: before, rules }: AccessTally,
  { rulesOfRow, granting }: AccessIndex,
  { people, otherRules, haveRulesChanged }: Changed,
): number[] {
  const { words } = rules;
  const rows: number[] = [];
  for (let row = 0; row < people.length; row++) {
    let isChanged = row >= before.length || wordAt(before, row) !== wordAt(people, row);
    for (let i = 0, at = row * words; haveRulesChanged && i < words && !isChanged; i++, at++) {
      const was = wordAt(rules.bits, at);
      const is = wordAt(rulesOfRow.bits, at) & wordAt(granting, i);
      isChanged = was !== is || (is & wordAt(otherRules, i)) !== 0;
    }
    if (isChanged) rows.push(row);
  }
  return rows;
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
  if (numbers.length === length) return numbers;
  const more = new Int32Array(length);
  more.set(numbers);
  return more;
}
