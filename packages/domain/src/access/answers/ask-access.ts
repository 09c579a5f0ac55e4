import type { WallClock } from '../hours/wall-clock';
import { areOpen } from '../hours/weekly-hours';
import type { AccessIndex, IndexedRule } from '../indexing/access-index';
import { type Bits, hasBit, lowestBit, setBit, unite, wordAt, wordsFor } from '../indexing/bits';
import { peopleInRows } from '../indexing/people';

// People and cylinders are numbers of the index. A moment is in milliseconds since 1970 UTC; without one, the question is
// whether the door opens at any time.

/** Whether a person may open a cylinder. Takes well under a microsecond. */
export function mayOpen(index: AccessIndex, pair: { person: number; cylinder: number }, epochMs?: number): boolean {
  const { people, rulesOfRow, rulesOfCylinder, granting, always } = index;
  const { words } = rulesOfRow;
  const row = wordAt(people.rowOf, pair.person) * words;
  const door = pair.cylinder * words;
  for (let i = 0; i < words; i++) {
    let common = wordAt(rulesOfRow.bits, row + i) & wordAt(rulesOfCylinder.bits, door + i) & wordAt(granting, i);
    if (common === 0) continue;
    if (epochMs === undefined || (common & wordAt(always, i)) !== 0) return true;
    for (; common !== 0; common &= common - 1) {
      if (isOpen(index, { rule: (i << 5) + lowestBit(common), cylinder: pair.cylinder }, epochMs)) return true;
    }
  }
  return false;
}

/** The cylinders that the people of a row may open, as bits. */
export function cylindersOfRow(index: AccessIndex, row: number, epochMs?: number): Bits {
  const { doors, rulesOfRow, granting } = index;
  const found = new Int32Array(wordsFor(doors.ids.length));
  const { words, bits } = rulesOfRow;
  for (let i = 0; i < words; i++) {
    for (let word = wordAt(bits, row * words + i) & wordAt(granting, i); word !== 0; word &= word - 1) {
      const rule = index.rules[(i << 5) + lowestBit(word)];
      if (rule) unite(found, epochMs === undefined ? rule.cylinders : openCylinders(index, rule, epochMs));
    }
  }
  return found;
}

/** The cylinders that a person may open, as bits. */
export const cylindersOf = (index: AccessIndex, person: number, epochMs?: number): Bits =>
  cylindersOfRow(index, wordAt(index.people.rowOf, person), epochMs);

/** The granting rules that match a person. */
export const rulesOfPerson = ({ people, rules, granting }: AccessIndex, person: number): IndexedRule[] =>
  rules.flatMap((rule, n) =>
    rule && hasBit(granting, n) && hasBit(rule.rows, wordAt(people.rowOf, person)) ? [rule] : [],
  );

/** The rows of people who may open a cylinder, as bits. */
function rowsOf(index: AccessIndex, cylinder: number, epochMs?: number): Bits {
  const { people, rulesOfCylinder, granting } = index;
  const found = new Int32Array(wordsFor(people.rows.length));
  const { words, bits } = rulesOfCylinder;
  for (let i = 0; i < words; i++) {
    for (let word = wordAt(bits, cylinder * words + i) & wordAt(granting, i); word !== 0; word &= word - 1) {
      const number = (i << 5) + lowestBit(word);
      const rule = index.rules[number];
      const counts = epochMs === undefined || isOpen(index, { rule: number, cylinder }, epochMs);
      if (rule && counts) unite(found, rule.rows);
    }
  }
  return found;
}

/** The people who may open a cylinder, unordered. */
export const personsOf = (index: AccessIndex, cylinder: number, epochMs?: number): Int32Array =>
  peopleInRows(index.people, rowsOf(index, cylinder, epochMs));

/** The clock for a rule's hours at a cylinder: that of its place, else that of the plan. */
export const clockAt = ({ doors }: AccessIndex, rule: IndexedRule, cylinder: number): WallClock =>
  doors.clocks[cylinder] ?? rule.clock;

function isOpen(index: AccessIndex, pair: { rule: number; cylinder: number }, epochMs: number): boolean {
  const rule = index.rules[pair.rule];
  return rule !== undefined && areOpen(rule.hours, clockAt(index, rule, pair.cylinder), epochMs);
}

/** The cylinders of a rule that are open at a moment; each clock is read once. */
function openCylinders(index: AccessIndex, rule: IndexedRule, epochMs: number): Bits {
  if (!rule.hours) return rule.cylinders;
  const open = new Int32Array(rule.cylinders.length);
  const states = new Map<WallClock, boolean>();
  for (let i = 0; i < open.length; i++) {
    for (let word = wordAt(rule.cylinders, i); word !== 0; word &= word - 1) {
      const cylinder = (i << 5) + lowestBit(word);
      const clock = clockAt(index, rule, cylinder);
      const isOpenThere = states.get(clock) ?? areOpen(rule.hours, clock, epochMs);
      states.set(clock, isOpenThere);
      if (isOpenThere) setBit(open, cylinder);
    }
  }
  return open;
}
