import type { RuleSubject } from '@key2xs/contract';
import { type AccessIndex, indexAccess, type PersonFacts, peopleOfRule } from '@key2xs/domain';
import { sql } from 'kysely';
import type { Db } from '#platform/deps';
import { loadDraft, loadPlans } from '../access/service';
import type { RuleRow } from './rule-queries';

/**
 * How many active people each rule of one plan speaks of, switched on or not. People with equal department and title,
 * and of the groups that the rules name in the same, are asked about once, so the cost follows the number of such sets,
 * some thousand, not the number of people. Those whom a rule names are asked about one by one.
 */
export async function countPeopleOf<R extends RuleRow>(
  db: Db,
  keyplanId: string,
  rules: readonly R[],
): Promise<(R & { people: number })[]> {
  const subjects = rules.flatMap((rule) => rule.subjects);
  const isNamed = sql<boolean>`person.id::text = any(${idsOf(subjects, 'user')})`;
  const ofNamed = sql<string[]>`array(
    select id from unnest(group_ids) as id where id::text = any(${idsOf(subjects, 'group')}))`;
  const alone = sql<string | null>`case when ${isNamed} then person.id::text end`;
  const alike = await db
    .selectFrom('person')
    .innerJoin('key_plan_iam_connection as link', 'link.connection_id', 'person.connection_id')
    .select([
      'person.connection_id',
      'department',
      'job_title',
      alone.as('id'),
      ofNamed.as('group_ids'),
      sql<number>`count(*)::int`.as('people'),
    ])
    .where('link.keyplan_id', '=', keyplanId)
    .where('active', '=', true)
    .groupBy(['person.connection_id', 'department', 'job_title', sql`4`, sql`5`])
    .execute();
  const people = alike.map((one, i) => ({ ...one, id: one.id ?? String(i), active: true }));
  const ids = rules.map(({ id }) => id);
  const index = await indexRules(db, keyplanId, { ids, people });
  const countOf = (rule: R) => peopleOfRule(index, rule.id).reduce((sum, one) => sum + (alike[one]?.people ?? 0), 0);
  return rules.map((rule) => ({ ...rule, people: countOf(rule) }));
}

const idsOf = (subjects: readonly RuleSubject[], type: 'user' | 'group'): string[] =>
  subjects.flatMap((one) => (one.subject_type === type ? [one.subject_identifier] : []));

/** These rules as if they and their plan were active, without any door: for asking whom they speak of. */
export async function indexRules(
  db: Db,
  keyplanId: string,
  { ids, people }: { ids: readonly string[]; people: readonly PersonFacts[] },
): Promise<AccessIndex> {
  const plans = await loadPlans(db, [keyplanId]);
  const { rules } = await loadDraft(db, keyplanId, ids);
  return indexAccess({
    plans: plans.map((plan) => ({ ...plan, is_active: true })),
    rules: rules.map((rule) => ({ ...rule, is_active: true })),
    people,
    cylinders: [],
    locations: [],
    profiles: [],
  });
}
