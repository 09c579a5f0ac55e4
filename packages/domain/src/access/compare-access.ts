import type { AccessIndex } from './access-index';
import { cylindersOfRow } from './ask-access';
import { type Bits, hasBit, setBit, wordAt } from './bits';
import { rulesOf } from './rule-sets';

/** People who gain and lose the same cylinders. */
export type AccessChange = {
  /** Numbers of the people, ascending. */
  persons: readonly number[];
  /** Cylinders as bits, never both in one. */
  gained: Bits;
  lost: Bits;
};

/**
 * Who would gain and lose which doors, hours left aside.
 *
 * Both sides have the same people and cylinders under the same numbers: one is a copy of the other with edits, or both were
 * made from the same facts with other plans. People for whom nothing changes are not told.
 * Cost: O(people) and, for those whose rules differ, O(rules of theirs × cylinders / 32).
 */
export function* compareAccess(before: AccessIndex, after: AccessIndex): Generator<AccessChange> {
  const touches = changedRules(before, after);
  for (const { rows, persons } of pairRows(before, after)) {
    if (!touches(...rows)) continue;
    const [old, next] = [cylindersOfRow(before, rows[0]), cylindersOfRow(after, rows[1])];
    const [gained, lost] = [new Int32Array(next.length), new Int32Array(next.length)];
    let isChanged = false;
    for (let i = 0; i < next.length; i++) {
      gained[i] = wordAt(next, i) & ~wordAt(old, i);
      lost[i] = wordAt(old, i) & ~wordAt(next, i);
      isChanged ||= gained[i] !== lost[i];
    }
    if (isChanged) yield { persons, gained, lost };
  }
}

/** People by their row before and after; those whom both sides know. */
function pairRows(before: AccessIndex, after: AccessIndex) {
  const pairs = new Map<number, { rows: [number, number]; persons: number[] }>();
  const people = Math.max(before.people.ids.length, after.people.ids.length);
  for (let person = 0; person < people; person++) {
    const rows: [number, number] = [wordAt(before.people.rowOf, person), wordAt(after.people.rowOf, person)];
    const key = rows[0] * after.people.rows.length + rows[1];
    const pair = pairs.get(key);
    if (pair) pair.persons.push(person);
    else pairs.set(key, { rows, persons: [person] });
  }
  return pairs.values();
}

/** Whether a row before and one after can differ: they have other rules, or rules in common that name other cylinders. */
function changedRules(before: AccessIndex, after: AccessIndex): (old: number, next: number) => boolean {
  const words = Math.max(before.granting.length, after.granting.length);
  const changed = new Int32Array(words);
  for (let n = 0; n < words * 32; n++) {
    const [old, next] = [before, after].map((index) => (hasBit(index.granting, n) ? index.rules[n] : undefined));
    const isSame = old?.rule.id === next?.rule.id && areEqual(old?.cylinders, next?.cylinders);
    if (!isSame) setBit(changed, n);
  }
  return (old, next) => {
    const [rulesBefore, rulesAfter] = [rulesOf(before.rulesOfRow, old), rulesOf(after.rulesOfRow, next)];
    for (let i = 0; i < words; i++) {
      const was = wordAt(rulesBefore, i) & wordAt(before.granting, i);
      const is = wordAt(rulesAfter, i) & wordAt(after.granting, i);
      if (was !== is || ((was | is) & wordAt(changed, i)) !== 0) return true;
    }
    return false;
  };
}

function areEqual(a: Bits = new Int32Array(0), b: Bits = new Int32Array(0)): boolean {
  const length = Math.max(a.length, b.length);
  for (let i = 0; i < length; i++) if (wordAt(a, i) !== wordAt(b, i)) return false;
  return true;
}
