import { randomUUID } from 'node:crypto';
import {
  type AccessRule,
  enhancedKeyPlans,
  type Input,
  keyPlans,
  type RuleObject,
  type SyncTask,
  sync,
  type TimeRestriction,
} from '@key2xs/contract';
import { type Insertable, sql } from 'kysely';
import { listDifferences, listPending } from '#features/plans/content/differences';
import { makeVersion } from '#features/plans/content/keep-versions';
import type { Tx } from '#platform/deps';
import type { Schema } from '#platform/schema/schema';
import { expect, type TestApp } from '#test/app';
import { aConnection } from './iam';
import { aReadKeySystem } from './key-systems';
import { aPerson } from './people';

type PlanValues = Partial<Insertable<Schema['key_plan']>> & {
  /** Identity sources and key systems to link it to. */
  sources?: readonly string[];
  keySystems?: readonly string[];
};

/** Brings direct changes of rules and profiles in the tables into force, like an edit through the API. */
export async function bringIntoForce(tx: Tx): Promise<void> {
  await sql`update access_rule set version = version + 1`.execute(tx);
  await sql`update access_profile set version = version + 1`.execute(tx);
  await makeVersions(tx);
}

/** The added records. */
async function makeVersions(tx: Tx): Promise<void> {
  for (const { id } of await tx.selectFrom('key_plan').select('id').execute()) {
    const settings = await listDifferences(tx, id, [id]);
    await makeVersion(tx, id, { cause: 'edit', by: { name: 'test' } }, [...settings, ...(await listPending(tx, id))]);
  }
}

/** An active key plan without rules. */
export async function aKeyPlan(
  { db }: TestApp,
  { sources = [], keySystems = [], ...values }: PlanValues = {},
): Promise<{ id: string; name: string }> {
  const id = randomUUID();
  const row = { id, name: `Plan ${id.slice(0, 8)}`, description: 'Who opens what', is_active: true, ...values };
  await db.insertInto('key_plan').values(row).execute();
  const linksTo = (ids: readonly string[]) => ids.map((connection_id) => ({ keyplan_id: id, connection_id }));
  if (sources.length > 0) await db.insertInto('key_plan_iam_connection').values(linksTo(sources)).execute();
  if (keySystems.length > 0) await db.insertInto('key_plan_key_system').values(linksTo(keySystems)).execute();
  await db.transaction().execute(makeVersions);
  return { id, name: row.name };
}

type RuleValues = {
  plan: string;
  source: string;
  name?: string;
  objects: RuleObject[];
  time_restrictions?: TimeRestriction[];
} & ({ departments: string[] } | { job_titles: string[] });

/** A rule, made through the API. */
export async function aRule(app: TestApp, { plan, source, ...values }: RuleValues): Promise<AccessRule> {
  const params = { connection_id: source, keyplan_id: plan };
  const body = { name: `Rule ${randomUUID().slice(0, 8)}`, ...values };
  const { call } = app.as('superadmin');
  const {
    status,
    body: rule,
    text,
  } = 'departments' in body
    ? await call(enhancedKeyPlans.createDepartmentRule, { params, body })
    : await call(enhancedKeyPlans.createJobFunctionRule, { params, body });
  if (status !== 201) throw new Error(text);
  return rule;
}

/** An access profile of a plan with these doors. */
export async function aProfile(
  { db }: TestApp,
  keyplan_id: string,
  { cylinders = [], groups = [], name }: { cylinders?: string[]; groups?: string[]; name?: string } = {},
): Promise<{ id: string; name: string }> {
  const profile_id = randomUUID();
  const row = { id: profile_id, keyplan_id, name: name ?? `Profile ${profile_id.slice(0, 8)}`, description: null };
  await db.insertInto('access_profile').values(row).execute();
  const [inProfile, groupsInProfile] = [
    cylinders.map((cylinder_id) => ({ profile_id, cylinder_id })),
    groups.map((group_id) => ({ profile_id, group_id })),
  ];
  if (inProfile.length > 0) await db.insertInto('access_profile_cylinder').values(inProfile).execute();
  if (groupsInProfile.length > 0) await db.insertInto('access_profile_group').values(groupsInProfile).execute();
  await db.transaction().execute(makeVersions);
  return { id: profile_id, name: row.name };
}

export const cylinder = (id: string): RuleObject => ({ object_type: 'cylinder', object_identifier: id });
export const group = (id: string): RuleObject => ({ object_type: 'cylinder_group', object_identifier: id });
export const profile = (id: string): RuleObject => ({ object_type: 'access_profile', object_identifier: id });
export const location = (id: string): RuleObject => ({ object_type: 'location', object_identifier: id });

type HousePerson = Partial<Insertable<Schema['person']>>;

/** A source with these people, a key system that has been read, and an active plan that links both, without rules. */
export async function aHouse(app: TestApp, people: readonly HousePerson[]) {
  const { id: source } = await aConnection(app);
  const system = await aReadKeySystem(app);
  const { id: plan } = await aKeyPlan(app, { sources: [source], keySystems: [system.id], name: 'Main house' });
  const persons: string[] = [];
  for (const person of people) persons.push((await aPerson(app, { connection_id: source, ...person })).id);
  return { source, system, plan, persons };
}

/** A house whose people are all of one ward, with a rule that gives the ward what is in a profile of the plan: group G-01. */
export async function aWard(app: TestApp, count: number) {
  const people = Array.from({ length: count }, (_, i) => ({ display_name: `Person ${i}`, department: 'Ward' }));
  const house = await aHouse(app, people);
  const { plan, source, system } = house;
  const { id: profileId } = await aProfile(app, plan, { groups: [system.group('G-01').id] });
  const objects = [profile(profileId)];
  const rule = await aRule(app, { plan, source, name: 'Ward doors', departments: ['Ward'], objects });
  return { ...house, rule, profileId };
}

/** Starts a sync and waits for the end. */
export async function syncNow(app: TestApp, body: Input<typeof sync.start>['body'] = {}): Promise<SyncTask> {
  const started = await app.as('superadmin').call(sync.start, { body });
  expect(started.text).toContain('task_id');
  return app.ended(started.body.task_id);
}

/**
 * `person@rule` of all memberships that the rules call for, by plain loops over everything: nothing shared with the
 * product. Titles and departments compare without case and with runs of blanks as one.
 */
export async function wantedMemberships({ db }: TestApp, keySystemId: string): Promise<string[]> {
  const people = await db.selectFrom('person').selectAll().where('active', '=', true).execute();
  const subjects = await db.selectFrom('access_rule_subject').selectAll().execute();
  const rules = await db
    .selectFrom('access_rule as rule')
    .innerJoin('key_plan as plan', 'plan.id', 'rule.keyplan_id')
    .innerJoin('key_plan_key_system as target', 'target.keyplan_id', 'plan.id')
    .innerJoin('key_plan_iam_connection as source', 'source.keyplan_id', 'plan.id')
    .select(['rule.id', 'source.connection_id as source'])
    .where('rule.is_active', '=', true)
    .where('plan.is_active', '=', true)
    .where('target.connection_id', '=', keySystemId)
    .execute();
  const plain = (text: string | null) => (text ?? '').trim().toLowerCase().split(/\s+/).join(' ');
  const wanted = rules.flatMap(({ id, source }) =>
    people
      .filter(({ connection_id }) => connection_id === source)
      .filter((person) =>
        subjects.some(({ rule_id, subject_type, subject_identifier }) => {
          const value = subject_type === 'job_title' ? person.job_title : person.department;
          return rule_id === id && plain(value) !== '' && plain(value) === plain(subject_identifier);
        }),
      )
      .map((person) => `${person.id}@${id}`),
  );
  return [...new Set(wanted)].sort();
}

/** Writes which groups of doors a profile of a plan has. */
export const changeGroups = (app: TestApp, plan: string, profile_id: string, cylinder_group_ids: string[]) =>
  app
    .as('superadmin')
    .call(keyPlans.updateProfile, { params: { keyplan_id: plan, profile_id }, body: { cylinder_group_ids } });
