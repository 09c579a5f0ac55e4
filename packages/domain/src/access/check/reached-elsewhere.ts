import type { AccessIndex } from '../access-index';
import { countBits, hasBit, listBits, unite, wordsFor } from '../bits';
import { peopleInRows } from '../people';

/** People who may open some door by plans in force, and doors that somebody may open by them. */
export type ReachedElsewhere = { people: ReadonlySet<string>; cylinders: ReadonlySet<string> };

/**
 * Whom and what the active plans other than one reach, so that its check does not call somebody shut out who is not.
 * @param index of all plans; hours do not matter. Cost: O(rules × (rows + cylinders) / 32 + people + cylinders)
 */
export function reachedElsewhere({ people, doors, rules, granting }: AccessIndex, planId: string): ReachedElsewhere {
  const rows = new Int32Array(wordsFor(people.rows.length));
  const opened = new Int32Array(wordsFor(doors.ids.length));
  for (const [number, rule] of rules.entries()) {
    if (!rule || rule.plan.id === planId || !hasBit(granting, number)) continue;
    if (countBits(rule.cylinders) === 0 || peopleInRows(people, rule.rows).length === 0) continue;
    unite(rows, rule.rows);
    unite(opened, rule.cylinders);
  }
  const namesOf = (numbers: Int32Array, ids: readonly string[]) => new Set(Array.from(numbers, (n) => ids[n] ?? ''));
  return {
    people: namesOf(peopleInRows(people, rows), people.ids),
    cylinders: namesOf(listBits(opened), doors.ids),
  };
}
