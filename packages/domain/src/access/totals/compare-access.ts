import type { AccessIndex } from '../indexing/access-index';
import { type Bits, hasBit, lowestBit, setBit, unite, wordAt, wordsFor } from '../indexing/bits';
import { rulesOf } from '../indexing/rule-sets';

/** People who gain and lose the same cylinders. */
export type AccessChange = {
  /** Numbers of the people, ascending. */
  persons: readonly number[];
  /** Cylinders as bits; no cylinder is in both. */
  gained: Bits;
  lost: Bits;
};

/**
 * Who would gain and lose which doors, regardless of hours.
 *
 * Both indexes number the same people and cylinders alike: one is an edited copy of the other, or both come from the same
 * facts with different plans. Leaves out people without a change.
 * Cost: O(people) and, for people whose rules differ, O(their rules × cylinders / 32).
 */
export function* compareAccess(before: AccessIndex, after: AccessIndex): Generator<AccessChange> {
  const diffRules = ruleDiffer(before, after);
  const words = wordsFor(Math.max(before.doors.ids.length, after.doors.ids.length));
  const [removed, kept, added] = [new Int32Array(words), new Int32Array(words), new Int32Array(words)];
  for (const { rows, persons } of pairRows(before, after)) {
    const rules = diffRules(...rows);
    if (!rules) continue;
    setCylinders(removed, before, rules.removed);
    setCylinders(kept, after, rules.kept);
    setCylinders(added, after, rules.added);
    let isChanged = false;
    for (let i = 0; i < words; i++) {
      const [less, more] = [wordAt(removed, i), wordAt(added, i)];
      const other = (less ^ more) & ~wordAt(kept, i);
      removed[i] = less & other;
      added[i] = more & other;
      isChanged ||= other !== 0;
    }
    if (isChanged) yield { persons, gained: added.slice(), lost: removed.slice() };
  }
}

/** The cylinders that any of these rules names. */
function setCylinders(cylinders: Bits, { rules }: AccessIndex, numbers: Bits): void {
  cylinders.fill(0);
  for (let i = 0; i < numbers.length; i++) {
    for (let word = wordAt(numbers, i); word !== 0; word &= word - 1) {
      const named = rules[(i << 5) + lowestBit(word)]?.cylinders;
      if (named) unite(cylinders, named);
    }
  }
}

/** People grouped by their rows before and after. */
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

type RuleDiff = { removed: Bits; kept: Bits; added: Bits };

/**
 * Compares the rules of a row before with those of a row after; undefined if they are equal. The result is reused by the
 * next call.
 */
function ruleDiffer(before: AccessIndex, after: AccessIndex): (old: number, next: number) => RuleDiff | undefined {
  const words = Math.max(before.granting.length, after.granting.length);
  const changed = new Int32Array(words);
  for (let n = 0; n < words * 32; n++) {
    const [old, next] = [before, after].map((index) => (hasBit(index.granting, n) ? index.rules[n] : undefined));
    const isSame = old?.rule.id === next?.rule.id && areEqual(old?.cylinders, next?.cylinders);
    if (!isSame) setBit(changed, n);
  }
  const diff = { removed: new Int32Array(words), kept: new Int32Array(words), added: new Int32Array(words) };
  return (old, next) => {
    const [rulesBefore, rulesAfter] = [rulesOf(before.rulesOfRow, old), rulesOf(after.rulesOfRow, next)];
    let differ = 0;
    for (let i = 0; i < words; i++) {
      const was = wordAt(rulesBefore, i) & wordAt(before.granting, i);
      const is = wordAt(rulesAfter, i) & wordAt(after.granting, i);
      const kept = was & is & ~wordAt(changed, i);
      diff.removed[i] = was & ~kept;
      diff.kept[i] = kept;
      diff.added[i] = is & ~kept;
      differ |= (was | is) & ~kept;
    }
    return differ === 0 ? undefined : diff;
  };
}

function areEqual(a: Bits = new Int32Array(0), b: Bits = new Int32Array(0)): boolean {
  const length = Math.max(a.length, b.length);
  for (let i = 0; i < length; i++) if (wordAt(a, i) !== wordAt(b, i)) return false;
  return true;
}
