import { type AccessFacts, type AccessIndex, indexAccess, type PersonFacts, type RuleFacts } from '@key2xs/domain';
import type { Db } from '#platform/deps';
import { groupBy } from '#platform/group-by';
import { listRules, type RuleRow } from './rule-queries';

export type LoadedAccess = {
  index: AccessIndex;
  /** Every rule of the plans, for names and last changes. */
  rules: ReadonlyMap<string, RuleRow>;
};

type Scope = { key_system_connection_id: string } | { iam_connection_id: string } | { keyplan_id: string };
type People = Iterable<PersonFacts>;

/** The plans that are synced to a key system, with the people who are asked about. */
export const accessFor = (db: Db, keySystemId: string, people: People) =>
  load(db, { key_system_connection_id: keySystemId }, people);

/** The plans that speak of the people of an identity source. */
export const accessForSource = (db: Db, iamConnectionId: string, people: People) =>
  load(db, { iam_connection_id: iamConnectionId }, people);

/** One plan as if it and these rules were active, without any door: for counting whom each rule speaks of. */
export async function rulesAsActive(
  db: Db,
  keyplanId: string,
  { rules, people }: { rules: readonly RuleRow[]; people: People },
): Promise<AccessIndex> {
  const plans = await listPlans(db, { keyplan_id: keyplanId });
  return indexAccess({
    plans: plans.map((plan) => ({ ...plan, is_active: true })),
    rules: rules.map((rule) => ({ ...toFacts(rule), is_active: true })),
    people,
    cylinders: [],
    locations: [],
    profiles: [],
  });
}

async function load(db: Db, scope: Scope, people: People): Promise<LoadedAccess> {
  const plans = await listPlans(db, scope);
  const rules = await listRules(db, { keyplan_ids: plans.map(({ id }) => id) });
  return {
    index: indexAccess({ plans, people, rules: rules.map(toFacts), ...(await loadDoors(db)) }),
    rules: new Map(rules.map((rule) => [rule.id, rule])),
  };
}

function toFacts(rule: RuleRow): RuleFacts {
  return {
    ...rule,
    time_restrictions: rule.time_restrictions.map(({ days, from_time, to_time, valid_from, valid_until }) => ({
      days,
      from: from_time,
      to: to_time,
      valid_from: valid_from?.toISOString() ?? null,
      valid_until: valid_until?.toISOString() ?? null,
    })),
  };
}

async function listPlans(db: Db, scope: Scope) {
  const plans = await db
    .selectFrom('key_plan as plan')
    .select(['plan.id', 'plan.name', 'plan.is_active', 'plan.time_zone'])
    .$if('keyplan_id' in scope, (q) => q.where('plan.id', '=', 'keyplan_id' in scope ? scope.keyplan_id : ''))
    .$if('iam_connection_id' in scope, (q) =>
      q.where('plan.id', 'in', (s) =>
        s
          .selectFrom('key_plan_iam_connection')
          .select('keyplan_id')
          .where('connection_id', '=', 'iam_connection_id' in scope ? scope.iam_connection_id : ''),
      ),
    )
    .$if('key_system_connection_id' in scope, (q) =>
      q.where('plan.id', 'in', (s) =>
        s
          .selectFrom('key_plan_key_system')
          .select('keyplan_id')
          .where('connection_id', '=', 'key_system_connection_id' in scope ? scope.key_system_connection_id : ''),
      ),
    )
    .orderBy('plan.id')
    .execute();
  const links = await db.selectFrom('key_plan_iam_connection').selectAll().execute();
  const sourcesOf = groupBy(links, ({ keyplan_id }) => keyplan_id);
  return plans.map((plan) => ({
    ...plan,
    iam_connection_ids: (sourcesOf.get(plan.id) ?? []).map(({ connection_id }) => connection_id),
  }));
}

async function loadDoors(db: Db): Promise<Pick<AccessFacts, 'cylinders' | 'locations' | 'profiles'>> {
  const cylinders = await db
    .selectFrom('cylinder')
    .select(['id', 'group_id'])
    .where('deleted_at', 'is', null)
    .execute();
  const inProfiles = await db.selectFrom('access_profile_cylinder').selectAll().execute();
  const groupsInProfiles = await db.selectFrom('access_profile_group').selectAll().execute();
  const cylindersOf = groupBy(inProfiles, ({ profile_id }) => profile_id);
  const groupsOf = groupBy(groupsInProfiles, ({ profile_id }) => profile_id);
  return {
    cylinders: cylinders.map((cylinder) => ({ ...cylinder, location_id: null })),
    locations: [],
    profiles: [...new Set([...cylindersOf.keys(), ...groupsOf.keys()])].map((id) => ({
      id,
      cylinder_ids: (cylindersOf.get(id) ?? []).map(({ cylinder_id }) => cylinder_id),
      cylinder_group_ids: (groupsOf.get(id) ?? []).map(({ group_id }) => group_id),
    })),
  };
}
