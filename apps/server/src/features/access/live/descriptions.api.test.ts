import { access } from '@key2xs/contract';
import { sql } from 'kysely';
import { expect, type TestApp, test } from '#test/app';
import { aProfile, aRule, aWard, cylinder, group, location, profile, syncNow } from '#test/factories/key-plans';
import { createLiveAccess } from './live-access';

/** A ward whose people are recorded for its doors, and may open more since: through a group, a profile and a place. */
async function aRecordedWard(app: TestApp) {
  const house = await aWard(app, 3);
  const { plan, source, system, persons } = house;
  const [person = ''] = persons;
  const door = system.cylinder('C-0001').id;
  const place = await placeOf(app, door);
  const many = await aProfile(app, plan, { name: 'Many', cylinders: [system.cylinder('C-0040').id] });
  const objects = [cylinder(door), group(system.group('G-02').id), profile(many.id), location(place)];
  const rule = await aRule(app, { plan, source, name: 'More', departments: ['Ward'], objects });
  await sql`insert into access_rule_subject (id, rule_id, subject_type, subject_identifier)
    values (gen_random_uuid(), ${rule.id}::uuid, 'user', ${person})`.execute(app.db);
  await sql`update access_rule set version = version + 1`.execute(app.db);
  await syncNow(app);
  return { ...house, person, door, place, many: many.id, more: rule.id };
}

async function placeOf({ db }: TestApp, door: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    with site as (
      insert into location (id, name, type) values (gen_random_uuid(), 'Site', 'site') returning id, type
    ) select id from site`.execute(db);
  const id = rows[0]?.id ?? '';
  await sql`update door set location_id = ${id}::uuid, placed_by = 'hand' where id = ${door}::uuid`.execute(db);
  return id;
}

type Ward = Awaited<ReturnType<typeof aRecordedWard>>;

/** All that is said of the person's doors, of who may open one, and of the pair. */
async function descriptionsOf(app: TestApp, { source, person, door }: Ward): Promise<object> {
  const { call } = app.as('superadmin');
  const evaluated = await call(access.evaluate, { params: { connection_id: source, user_id: person }, query: {} });
  // From an order that is kept.
  for (let times = 0; times < 2; times++) await call(access.doorPeople, { params: { cylinder_id: door }, query: {} });
  const people = await call(access.doorPeople, { params: { cylinder_id: door }, query: {} });
  const pair = await call(access.check, { query: { person_id: person, cylinder_id: door } });
  const { at: _, ...evaluation } = evaluated.body;
  return { evaluation, people: people.body.items, reasons: pair.body.reasons };
}

/** The same of a process that has just started. */
async function toldFreshly(app: TestApp, ward: Ward): Promise<object> {
  const { access: usual } = app.deps;
  app.deps.access = createLiveAccess(app.deps);
  try {
    return await descriptionsOf(app, ward);
  } finally {
    app.deps.access = usual;
  }
}

/** As another process would write it. */
const changes: [what: string, change: (ward: Ward) => ReturnType<typeof sql>][] = [
  ['a door is called otherwise here', ({ door }) => sql`update door set own_name = 'Ours' where id = ${door}::uuid`],
  [
    'a door is called otherwise there',
    ({ door }) =>
      sql`update key_system_cylinder set marking = 'X1', name = 'Theirs', location = 'Elsewhere' where id = ${door}::uuid`,
  ],
  ['a group is called otherwise', () => sql`update door_group set own_name = 'Our group'`],
  ['a place is called otherwise', ({ place }) => sql`update location set name = 'Campus' where id = ${place}::uuid`],
  ['a door moves', ({ door }) => sql`update door set location_id = null where id = ${door}::uuid`],
  [
    'a person is called otherwise',
    ({ person }) => sql`update person set display_name = 'Zoe' where id = ${person}::uuid`,
  ],
  [
    'a person has another number',
    ({ person }) => sql`update person set employee_id = 'N-1' where id = ${person}::uuid`,
  ],
  [
    'a person leaves on a day',
    ({ person }) => sql`update person set ends_on = '2999-01-01' where id = ${person}::uuid`,
  ],
  ['an identity source is called otherwise', () => sql`update iam_connection set name = 'Other staff'`],
  ['the past is kept for a shorter time', () => sql`update memory set kept_since = now() + interval '2 hours'`],
  [
    'a person moved and came back',
    ({ person }) => sql`update person set job_title = 'Lead' where id = ${person}::uuid`,
  ],
  [
    'a profile is called otherwise',
    ({ many }) =>
      sql`update key_plan_part set content = content || '{"name":"Few"}' where record_id = ${many}::uuid and until is null`,
  ],
  [
    'a rule was changed by another',
    ({ more }) =>
      sql`update key_plan_part set changed_by = 'another' where record_id = ${more}::uuid and until is null`,
  ],
  ['a version has a reason', () => sql`update key_plan_version set reason = 'Why not'`],
  ['a version came later', () => sql`update key_plan_version set at = at + interval '1 hour'`],
  [
    'a membership is gone',
    ({ person }) => sql`delete from recorded_profile_member where person_reference = ${person}::uuid`,
  ],
  [
    'a recorded person is not active',
    ({ person }) => sql`update recorded_person set active = false where own_reference = ${person}::uuid`,
  ],
  ['the doors of a recorded profile are not known', () => sql`update recorded_profile set content = null`],
  [
    'a recorded profile has fewer doors',
    () => sql`update recorded_profile set content = content || '{"cylinders":[],"cylinder_groups":[]}'`,
  ],
  ['a recorded profile is called otherwise', () => sql`update recorded_profile set name = 'Other'`],
  ['a recorded profile is gone', () => sql`update recorded_profile set deleted_at = now()`],
  ['a door is in no group there', () => sql`update key_system_cylinder set group_id = null`],
  ['a key system is called otherwise', () => sql`update key_system_connection set name = 'Other doors'`],
  ['a key system was read', () => sql`update key_system_connection set persons_read_at = now() + interval '1 hour'`],
  [
    'no person is recorded, and nothing was read',
    () =>
      sql`with gone as (delete from recorded_profile_member), nobody as (delete from recorded_person) update key_system_connection set persons_read_at = null`,
  ],
  ['a plan is no longer synced there', () => sql`delete from key_plan_key_system`],
];

test.for(changes)('answers say at once that %s', async ([, change], { app }) => {
  const ward = await aRecordedWard(app);
  const before = await descriptionsOf(app, ward);
  expect(await descriptionsOf(app, ward)).toEqual(before);
  await change(ward).execute(app.db);
  const after = await descriptionsOf(app, ward);
  expect(after).toEqual(await toldFreshly(app, ward));
  expect(after).not.toEqual(before);
});
