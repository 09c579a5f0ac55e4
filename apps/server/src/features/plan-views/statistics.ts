import type { PlanStatistics } from '@key2xs/contract';
import { peopleOfSubjects } from '@key2xs/domain';
import { sql } from 'kysely';
import type { Deps } from '#platform/deps';
import type { Reader } from '#platform/visible-to';
import { peopleOf } from '../people/relation';
import { countDoorsOf, getKeyPlan, listRules, type RuleRow, refuseUnlinked } from '../plans/service';

type Place = { keyplan_id: string; connection_id: string };

/** @throws AppError not_found */
export async function readStatistics(
  deps: Pick<Deps, 'access'>,
  reader: Reader,
  { keyplan_id, connection_id }: Place,
): Promise<PlanStatistics> {
  await refuseUnlinked(reader, keyplan_id, connection_id);
  const plan = await getKeyPlan(reader, keyplan_id);
  const rules = await listRules(reader, { keyplan_ids: [keyplan_id] });
  const { people, reached } = await countReached(deps, reader, connection_id, rules);
  const ofType = (type: RuleRow['type']) => rules.filter((rule) => rule.type === type).length;
  const [latest] = rules.toSorted((a, b) => b.updated_at.getTime() - a.updated_at.getTime());
  return {
    keyplan_id,
    connection_id,
    is_active: plan.is_active,
    rules: plan.rules,
    active_rules: plan.active_rules,
    rules_by_type: { job_function: ofType('job_function'), department: ofType('department'), custom: ofType('custom') },
    people,
    people_reached: reached,
    people_without_rights: people - reached,
    ...(await countDoors(reader, keyplan_id)),
    key_systems: plan.key_system_connections.length,
    last_changed_at: plan.updated_at.toISOString(),
    last_rule_change: latest
      ? { rule_id: latest.id, rule_name: latest.name, at: latest.updated_at.toISOString(), by: latest.updated_by }
      : null,
  };
}

/** Active people of the source, and those of them matched by an active rule, as if the plan were active. */
async function countReached(
  { access }: Pick<Deps, 'access'>,
  reader: Reader,
  connection_id: string,
  rules: readonly RuleRow[],
) {
  const { people } = await reader.db
    .selectFrom(peopleOf(reader))
    .select(sql<number>`count(*)::int`.as('people'))
    .where('connection_id', '=', connection_id)
    .where('active', '=', true)
    .executeTakeFirstOrThrow();
  const { index } = await access.current(reader);
  const reached = new Set<number>();
  for (const rule of rules.filter(({ is_active }) => is_active)) {
    for (const person of peopleOfSubjects(index, { ...rule, iam_connection_ids: [connection_id] })) reached.add(person);
  }
  return { people, reached: reached.size };
}

async function countDoors(reader: Reader, keyplanId: string) {
  const active = sql`select id from access_rule where keyplan_id = ${keyplanId} and is_active`;
  const { rows } = await sql<Record<'cylinders' | 'access_profiles' | 'unused_access_profiles', number>>`
    select ${countDoorsOf(reader, active)} as cylinders, count(*)::int as access_profiles,
      (count(*) filter (where not exists (
        select from access_rule_object where object_type = 'access_profile' and object_identifier = profile.id
      )))::int as unused_access_profiles
    from access_profile as profile where profile.keyplan_id = ${keyplanId}`.execute(reader.db);
  const [counts] = rows;
  if (!counts) throw new Error('Counting answers one row');
  return counts;
}
