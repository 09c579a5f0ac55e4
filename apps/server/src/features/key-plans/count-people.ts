import { indexAccess, peopleOfRule } from '@key2xs/domain';
import type { Db } from '#platform/deps';
import { loadPlans, loadRules } from '../access/service';
import type { RuleRow } from './rule-queries';

/**
 * How many active people each rule of one plan speaks of, switched on or not. People with equal department and title
 * are asked about once, so the cost follows the number of such pairs, some thousand, not the number of people.
 * Rules that name single persons or groups do not exist yet; those would need the people themselves.
 */
export async function countPeopleOf<R extends RuleRow>(
  db: Db,
  keyplanId: string,
  rules: readonly R[],
): Promise<(R & { people: number })[]> {
  const pairs = await db
    .selectFrom('person')
    .innerJoin('key_plan_iam_connection as link', 'link.connection_id', 'person.connection_id')
    .select(['person.connection_id', 'department', 'job_title', (q) => q.fn.countAll<string>().as('people')])
    .where('link.keyplan_id', '=', keyplanId)
    .where('active', '=', true)
    .groupBy(['person.connection_id', 'department', 'job_title'])
    .execute();
  const people = pairs.map((pair, i) => ({ ...pair, id: String(i), active: true, group_ids: [] }));
  const plans = await loadPlans(db, [keyplanId]);
  const facts = await loadRules(
    db,
    rules.map(({ id }) => id),
  );
  const index = indexAccess({
    plans: plans.map((plan) => ({ ...plan, is_active: true })),
    rules: facts.map((rule) => ({ ...rule, is_active: true })),
    people,
    cylinders: [],
    locations: [],
    profiles: [],
  });
  const countOf = (rule: R) =>
    peopleOfRule(index, rule.id).reduce((sum, one) => sum + Number(pairs[one]?.people ?? 0), 0);
  return rules.map((rule) => ({ ...rule, people: countOf(rule) }));
}
