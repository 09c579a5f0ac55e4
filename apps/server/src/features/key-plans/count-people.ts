import type { Db } from '#platform/deps';
import { compiledAsActive } from './load-plans';
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
  const compiled = await compiledAsActive(db, keyplanId, rules);
  const pairs = await db
    .selectFrom('person')
    .innerJoin('key_plan_iam_connection as link', 'link.connection_id', 'person.connection_id')
    .select(['person.connection_id', 'department', 'job_title', (q) => q.fn.countAll<string>().as('people')])
    .where('link.keyplan_id', '=', keyplanId)
    .where('active', '=', true)
    .groupBy(['person.connection_id', 'department', 'job_title'])
    .execute();
  const counts = new Map<string, number>();
  for (const { people, ...facts } of pairs) {
    for (const rule of compiled.matchRules({ id: '', active: true, group_ids: [], ...facts })) {
      counts.set(rule.id, (counts.get(rule.id) ?? 0) + Number(people));
    }
  }
  return rules.map((rule) => ({ ...rule, people: counts.get(rule.id) ?? 0 }));
}
