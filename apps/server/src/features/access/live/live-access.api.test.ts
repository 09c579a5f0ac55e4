import { randomUUID } from 'node:crypto';
import { type AccessIndex, evaluateAccess, indexAccess } from '@key2xs/domain';
import { sql } from 'kysely';
import { describe, inject } from 'vitest';
import { expect, type TestApp, test } from '#test/app';
import { aHouse, aProfile, aRule, bringIntoForce, cylinder, group, profile } from '#test/factories/key-plans';
import { currentSnapshot, listChanges } from './access-changes';
import { createLiveAccess } from './live-access';
import { loadFacts } from './load-facts';

const at = '2026-03-02T12:00:00Z';
const template = inject('databaseTemplate');

/** What everybody may open and why, in an order that does not depend on when things came. */
const everything = (index: AccessIndex, persons: readonly string[]) =>
  persons.map((id) => evaluateAccess(index, id, at));

const freshly = async (app: TestApp, persons: readonly string[]) =>
  everything(indexAccess(await loadFacts(app.db)), persons);

const kept = async (app: TestApp, persons: readonly string[]) =>
  everything((await app.deps.access.whole()).index, persons);

/** Two people, a rule that gives a ward one door, and an index that has been asked. */
async function aHospital(app: TestApp) {
  const house = await aHouse(app, [
    { display_name: 'Nurse', department: 'Ward', job_title: 'Nurse' },
    { display_name: 'Porter', department: 'Gate', job_title: 'Porter' },
  ]);
  const door = (marking: string) => house.system.cylinder(marking).id;
  const profileId = (await aProfile(app, house.plan, { cylinders: [door('C-0002')] })).id;
  const objects = [cylinder(door('C-0001')), group(house.system.group('G-02').id), profile(profileId)];
  const rule = await aRule(app, { plan: house.plan, source: house.source, departments: ['Ward'], objects });
  await app.deps.access.whole();
  return { ...house, door, profileId, rule: rule.id };
}

type Hospital = Awaited<ReturnType<typeof aHospital>>;
type Change = (app: TestApp, house: Hospital) => Promise<unknown>;
const update =
  (table: 'person' | 'key_system_cylinder' | 'access_rule' | 'key_plan', id: string, values: object) =>
  ({ db }: TestApp): Promise<unknown> =>
    db.updateTable(table).set(values).where('id', '=', id).execute();

/** The first door in a place with a clock, and hours of the rule that the clock decides about. */
const placed: Change = async ({ db, deps }, { rule, door }) => {
  const site = { id: randomUUID(), name: 'Site', type: 'site' as const, time_zone: 'Asia/Tokyo' };
  await db.insertInto('location').values(site).execute();
  const hours = { days: [1], from_time: '12:00', to_time: '14:00', valid_from: null, valid_until: null };
  await db
    .insertInto('time_restriction')
    .values({ id: randomUUID(), rule_id: rule, ...hours })
    .execute();
  await deps.access.whole();
  const by = { placed_by: 'hand' as const, location_id: site.id };
  return db.updateTable('door').set(by).where('id', '=', door('C-0001')).execute();
};

const changes: [string, Change][] = [
  ['a cylinder is placed where another clock counts', placed],
  [
    'a place sets its clock',
    async (app, house) => {
      await placed(app, house);
      await app.deps.access.whole();
      await app.db.updateTable('location').set({ time_zone: 'America/Lima' }).execute();
    },
  ],
  ['a person moves', (app, { persons }) => update('person', persons[1] ?? '', { department: 'Ward' })(app)],
  ['a person leaves', (app, { persons }) => update('person', persons[0] ?? '', { active: false })(app)],
  [
    'a person is deleted',
    ({ db }, { persons }) =>
      db
        .deleteFrom('person')
        .where('id', '=', persons[0] ?? '')
        .execute(),
  ],
  ['a rule is switched off', (app, { rule }) => update('access_rule', rule, { is_active: false })(app)],
  ['a rule is deleted', ({ db }, { rule }) => db.deleteFrom('access_rule').where('id', '=', rule).execute()],
  [
    'a rule names others',
    ({ db }, { rule }) =>
      db.updateTable('access_rule_subject').set({ subject_identifier: 'Gate' }).where('rule_id', '=', rule).execute(),
  ],
  [
    'a rule names less',
    ({ db }, { rule }) =>
      db.deleteFrom('access_rule_object').where('rule_id', '=', rule).where('object_type', '=', 'cylinder').execute(),
  ],
  [
    'a rule gets hours',
    ({ db }, { rule }) =>
      db
        .insertInto('time_restriction')
        .values({
          id: randomUUID(),
          rule_id: rule,
          days: [1],
          from_time: '20:00',
          to_time: '21:00',
          valid_from: null,
          valid_until: new Date(0),
        })
        .execute(),
  ],
  ['a plan is switched off', (app, { plan }) => update('key_plan', plan, { is_active: false })(app)],
  ['a plan is renamed', (app, { plan }) => update('key_plan', plan, { name: 'Other house' })(app)],
  ['a plan is deleted', ({ db }, { plan }) => db.deleteFrom('key_plan').where('id', '=', plan).execute()],
  [
    'a plan no longer names a source',
    ({ db }, { plan }) => db.deleteFrom('key_plan_iam_connection').where('keyplan_id', '=', plan).execute(),
  ],
  [
    'a profile gets a door more',
    ({ db }, { profileId, door }) =>
      db
        .insertInto('access_profile_cylinder')
        .values({ profile_id: profileId, cylinder_id: door('C-0030') })
        .execute(),
  ],
  [
    'a profile gets a group',
    ({ db }, { profileId, system }) =>
      db
        .insertInto('access_profile_group')
        .values({ profile_id: profileId, group_id: system.group('G-01').id })
        .execute(),
  ],
  [
    'a cylinder changes its group',
    (app, { door, system }) =>
      update('key_system_cylinder', door('C-0030'), { group_id: system.group('G-02').id })(app),
  ],
  [
    'a cylinder is gone',
    (app, { door }) => update('key_system_cylinder', door('C-0001'), { deleted_at: new Date() })(app),
  ],
];

describe('the access index of a process', () => {
  test.for(changes)('knows at once that %s', async ([, change], { app }) => {
    const house = await aHospital(app);
    const before = await kept(app, house.persons);
    await change(app, house);
    await app.db.transaction().execute(bringIntoForce);
    const after = await kept(app, house.persons);
    expect(after).toEqual(await freshly(app, house.persons));
    expect(after).not.toEqual(before);
  });

  test('is read anew where very much has changed', async ({ app }) => {
    await aHospital(app);
    const { index } = await app.deps.access.whole();
    await manyMore(app, 2_001);
    const { index: next } = await app.deps.access.whole();
    expect(next).not.toBe(index);
    expect(next.people.ids).toHaveLength(2_003);
  });

  test('is read anew when the database was put back to what it was before', async ({ app }) => {
    const { snapshot, isEverything } = await listChanges(app.db, await currentSnapshot(app.db));
    expect(isEverything).toBe(false);
    const [, xmax = ''] = snapshot.split(':');
    const later = BigInt(xmax) + 1_000n;
    expect((await listChanges(app.db, `${later}:${later}:`)).isEverything).toBe(true);
  });

  test('is left as it is by what access does not depend on', async ({ app }) => {
    const house = await aHospital(app);
    await update('person', house.persons[0] ?? '', { username: 'new' })(app);
    await update('key_plan', house.plan, { description: 'Other words' })(app);
    const rows = await app.db.selectFrom('access_change').select('id').execute();
    await app.deps.access.whole();
    await update('person', house.persons[0] ?? '', { username: 'newer' })(app);
    expect(await app.db.selectFrom('access_change').select('id').execute()).toEqual(rows);
  });

  test('is never older than what another process has written and answered', async ({ app }) => {
    const { rule, persons } = await aHospital(app);
    const other = createLiveAccess(app.deps);
    const isOpen = (index: AccessIndex) => evaluateAccess(index, persons[0] ?? '', at).length > 0;
    const stale: number[] = [];
    for (let i = 0; i < 1_000; i++) {
      const is_active = i % 3 !== 0;
      await update('access_rule', rule, { is_active })(app);
      await app.db.transaction().execute(bringIntoForce);
      const { index } = await (i % 2 === 0 ? other : app.deps.access).whole();
      if (isOpen(index) !== is_active) stale.push(i);
    }
    expect(stale).toEqual([]);
  });

  test('answers many who ask at once with readings that began after they asked', async ({ app }) => {
    const { rule, persons } = await aHospital(app);
    const asked = await Promise.all(
      Array.from({ length: 50 }, async (_, i) => {
        const is_active = i === 49 ? false : undefined;
        if (is_active === false) {
          await update('access_rule', rule, { is_active })(app);
          await app.db.transaction().execute(bringIntoForce);
        }
        const { index } = await app.deps.access.whole();
        return is_active === false ? evaluateAccess(index, persons[0] ?? '', at).length : undefined;
      }),
    );
    expect(asked.at(-1)).toBe(0);
  });
});

// The embedded database has one connection, so no two transactions side by side.
describe.skipIf(template.kind === 'dump')('a transaction that began earlier and ends later', () => {
  test('is not overlooked', async ({ app }) => {
    const { rule, persons } = await aHospital(app);
    const [begun, mayEnd] = [gate(), gate()];
    const early = app.db.transaction().execute(async (tx) => {
      await tx.updateTable('access_rule').set({ is_active: false }).where('id', '=', rule).execute();
      await bringIntoForce(tx);
      begun.open();
      await mayEnd.opened;
    });
    await begun.opened;
    await update('person', persons[1] ?? '', { department: 'Ward' })(app);
    expect(await kept(app, persons)).toEqual(await freshly(app, persons));
    mayEnd.open();
    await early;
    expect((await kept(app, persons))[0]).toEqual([]);
  });
});

function gate() {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, opened };
}

/** People like one who is there, who have left. */
const manyMore = ({ db }: TestApp, count: number) =>
  sql`insert into person (id, external_id, active, connection_id, display_name, attributes, source_hash)
    select gen_random_uuid(), concat('many ', n), false, connection_id, display_name, attributes, source_hash
    from (select * from person limit 1) as one, generate_series(1, ${count}::int) as n`.execute(db);
