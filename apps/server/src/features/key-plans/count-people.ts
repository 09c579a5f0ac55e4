import { type AccessIndex, indexAccess, type PersonFacts, peopleOfRule } from '@key2xs/domain';
import { sql } from 'kysely';
import type { Db } from '#platform/deps';
import { loadDraft, loadPlans } from '../access/service';
import type { RuleRow } from './rule-queries';

/**
 * How many active people each rule of one plan speaks of, switched on or not. People with equal department and title
 * are asked about once, so the cost follows the number of such pairs, some thousand, not the number of people.
 * Those whom a rule names are asked about one by one.
 */
export async function countPeopleOf<R extends RuleRow>(
  db: Db,
  keyplanId: string,
  rules: readonly R[],
): Promise<(R & { people: number })[]> {
  const named = rules.flatMap(({ subjects }) =>
    subjects.flatMap((subject) => (subject.subject_type === 'user' ? [subject.subject_identifier] : [])),
  );
  const isNamed = sql<boolean>`person.id::text = any(${named})`;
  const alone = sql<string | null>`case when ${isNamed} then person.id::text end`;
  const alike = await db
    .selectFrom('person')
    .innerJoin('key_plan_iam_connection as link', 'link.connection_id', 'person.connection_id')
    .select([
      'person.connection_id',
      'department',
      'job_title',
      alone.as('id'),
      sql<number>`count(*)::int`.as('people'),
    ])
    .where('link.keyplan_id', '=', keyplanId)
    .where('active', '=', true)
    .groupBy(['person.connection_id', 'department', 'job_title', sql`4`])
    .execute();
  const people = alike.map((one, i) => ({ ...one, id: one.id ?? String(i), active: true, group_ids: [] }));
  const ids = rules.map(({ id }) => id);
  const index = await indexRules(db, keyplanId, { ids, people });
  const countOf = (rule: R) => peopleOfRule(index, rule.id).reduce((sum, one) => sum + (alike[one]?.people ?? 0), 0);
  return rules.map((rule) => ({ ...rule, people: countOf(rule) }));
}

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
