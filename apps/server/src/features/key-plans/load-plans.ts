import { type CompiledPlan, compilePlan, type Inventory, type PlanSource } from '@key2xs/domain';
import type { Db } from '#platform/deps';
import { groupBy } from '#platform/group-by';
import { listRules, type RuleRow } from './rule-queries';

export type LoadedPlans = {
  compiled: CompiledPlan;
  /** Every rule of the plans, for names and last changes. */
  rules: ReadonlyMap<string, RuleRow>;
};

type Scope = { key_system_connection_id: string } | { iam_connection_id: string } | { keyplan_id: string };

/** The plans that are synced to a key system, ready to be asked. A handful of queries however large they are. */
export const compiledFor = (db: Db, keySystemId: string) => load(db, { key_system_connection_id: keySystemId });

/** The plans that speak of the people of an identity source. */
export const compiledForSource = (db: Db, iamConnectionId: string) => load(db, { iam_connection_id: iamConnectionId });

/** One plan as if it and all its rules were active: for counting whom each rule speaks of. */
export async function compiledAsActive(db: Db, keyplanId: string, rules: readonly RuleRow[]): Promise<CompiledPlan> {
  const [plan] = await listPlans(db, { keyplan_id: keyplanId });
  if (!plan) return compilePlan([], await loadInventory(db));
  const active = rules.map((rule) => ({ ...toRuleSource(rule), is_active: true }));
  return compilePlan([{ ...plan, is_active: true, rules: active }], { groups: new Map(), profiles: new Map() });
}

async function load(db: Db, scope: Scope): Promise<LoadedPlans> {
  const plans = await listPlans(db, scope);
  const rules = await listRules(db, { keyplan_ids: plans.map(({ id }) => id) });
  const rulesOf = groupBy(rules, ({ keyplan_id }) => keyplan_id);
  const sources: PlanSource[] = plans.map((plan) => ({
    ...plan,
    rules: (rulesOf.get(plan.id) ?? []).map(toRuleSource),
  }));
  return {
    compiled: compilePlan(sources, await loadInventory(db)),
    rules: new Map(rules.map((rule) => [rule.id, rule])),
  };
}

function toRuleSource(rule: RuleRow): PlanSource['rules'][number] {
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

async function loadInventory(db: Db): Promise<Inventory> {
  const cylinders = await db
    .selectFrom('cylinder')
    .select(['id', 'group_id'])
    .where('deleted_at', 'is', null)
    .where('group_id', 'is not', null)
    .execute();
  const inProfiles = await db.selectFrom('access_profile_cylinder').selectAll().execute();
  const groupsInProfiles = await db.selectFrom('access_profile_group').selectAll().execute();
  const cylindersOf = groupBy(inProfiles, ({ profile_id }) => profile_id);
  const groupsOf = groupBy(groupsInProfiles, ({ profile_id }) => profile_id);
  const profileIds = new Set([...cylindersOf.keys(), ...groupsOf.keys()]);
  return {
    groups: new Map(
      [...groupBy(cylinders, ({ group_id }) => group_id ?? '')].map(([id, members]) => [id, members.map((m) => m.id)]),
    ),
    profiles: new Map(
      [...profileIds].map((id) => [
        id,
        {
          cylinder_ids: (cylindersOf.get(id) ?? []).map(({ cylinder_id }) => cylinder_id),
          cylinder_group_ids: (groupsOf.get(id) ?? []).map(({ group_id }) => group_id),
        },
      ]),
    ),
  };
}
