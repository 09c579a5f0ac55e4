import type { AccessIndex } from '../indexing/access-index';
import { countBits, hasBit, listBits, unite, wordsFor } from '../indexing/bits';
import { peopleInRows } from '../indexing/people';

/** People with at least one door, and doors with at least one person, by the plans in force. */
export type ReachedElsewhere = { people: ReadonlySet<string>; cylinders: ReadonlySet<string> };

/**
 * People and doors reached by the other active plans, so that the check of one plan does not report them as unreached.
 * Ignores hours. Cost: O(rules × (rows + cylinders) / 32 + people + cylinders)
 * @param index of all plans
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
