import { access, accessRules, type Input, keyPlans } from '@key2xs/contract';
import { describe } from 'vitest';
import { expect, type TestApp, test } from '#test/app';
import { aHouse, aProfile, aRule, cylinder, profile, syncNow } from '#test/factories/key-plans';
import { readInventory } from '#test/factories/key-systems';

const window = { days: [1, 2, 3, 4, 5], from: '22:00', to: '06:00', valid_from: null, valid_until: null };
const saturday = { ...window, days: [6], from: '08:00', to: '12:00' };
/** A Wednesday that is to come, so that what is in force counts. */
const at = '2037-03-04T12:00:00Z';

/** A nurse and a doctor of the ward may open what is in a profile at night; the nurse one door of it on Saturdays too. */
async function aWard(app: TestApp) {
  const house = await aHouse(app, [
    { display_name: 'Ada', department: 'Ward', job_title: 'Doctor' },
    { display_name: 'Bea', department: 'Ward', job_title: 'Nurse' },
    { display_name: 'Cem', department: 'Gate', job_title: 'Porter' },
  ]);
  const { plan, source, system } = house;
  const doors = [system.cylinder('C-0001').id, system.cylinder('C-0002').id];
  const { id: profileId } = await aProfile(app, plan, { cylinders: doors, name: 'Rooms' });
  const rule = { plan, source };
  const night = await aRule(app, {
    ...rule,
    name: 'Night',
    departments: ['Ward'],
    objects: [profile(profileId)],
    time_restrictions: [window],
  });
  const [door = ''] = doors;
  await aRule(app, {
    ...rule,
    name: 'Saturday',
    job_titles: ['Nurse'],
    objects: [cylinder(door)],
    time_restrictions: [saturday],
  });
  const [ada = '', bea = '', cem = ''] = house.persons;
  return { ...house, night, door, profileId, ada, bea, cem };
}

const week = async (app: TestApp, query: Input<typeof access.week>['query']) =>
  (await app.as('superadmin').call(access.week, { query })).body;

describe('GET /access/week', () => {
  test('says of a person which rules open how many doors, when by the clock, and who else has the right', async ({
    app,
  }) => {
    const { bea, profileId, night } = await aWard(app);
    const { rows, people, departments } = await week(app, { of: 'person', id: bea, at });
    expect(rows.map(({ rule_name, doors, people }) => [rule_name, doors, people])).toEqual([
      ['Night', 2, 2],
      ['Saturday', 1, 1],
    ]);
    expect(rows[0]).toMatchObject({
      rule_id: night.id,
      rule_updated_by: night.updated_by,
      subjects: [{ subject_type: 'department', name: 'Ward' }],
      through: [{ object_type: 'access_profile', id: profileId, name: 'Rooms' }],
      open_now: false,
    });
    const from = 22 * 60;
    const nights = [1, 2, 3, 4, 5].map((day) => ({ from: (day - 1) * 1_440 + from, to: day * 1_440 + 360 }));
    expect(rows[0]?.spans).toEqual(nights);
    expect(rows[0]?.rule_version).toBeGreaterThan(0);
    expect([people, departments]).toEqual([[], []]);
  });

  test('reads hours by the clock of the plan, and says what it shows', async ({ app }) => {
    const { bea, plan } = await aWard(app);
    await app.as('superadmin').call(keyPlans.update, { params: { id: plan }, body: { time_zone: 'America/Chicago' } });
    const { rows } = await week(app, { of: 'person', id: bea, at });
    // Noon in UTC of a Wednesday in winter.
    expect(rows.map(({ time_zone, now }) => [time_zone, now])).toEqual([
      ['America/Chicago', 2 * 1_440 + 6 * 60],
      ['America/Chicago', 2 * 1_440 + 6 * 60],
    ]);
  });

  test('counts who may open a door through the week, each once, and by department', async ({ app }) => {
    const { door } = await aWard(app);
    const { rows, people, departments } = await week(app, { of: 'cylinder', id: door, at });
    expect(rows.map(({ rule_name }) => rule_name).sort()).toEqual(['Night', 'Saturday']);
    const countAt = (minute: number) => people.find(({ from, to }) => from <= minute && minute < to)?.people;
    expect([0, 23 * 60, 5 * 1_440 + 5 * 60, 5 * 1_440 + 9 * 60, 6 * 1_440].map(countAt)).toEqual([0, 2, 2, 1, 0]);
    expect([people[0]?.from, people.at(-1)?.to]).toEqual([0, 10_080]);
    expect(departments).toEqual([{ name: 'Ward', people: 2 }]);
  });

  test('knows no week of what is not there', async ({ app }) => {
    const { plan, cem } = await aWard(app);
    const asking = (query: Input<typeof access.week>['query']) => app.as('superadmin').call(access.week, { query });
    for (const of of ['person', 'cylinder', 'location'] as const)
      expect((await asking({ of, id: plan })).status).toBe(404);
    expect((await week(app, { of: 'person', id: cem })).rows).toEqual([]);
  });
});

describe('dates of windows', () => {
  const over = { ...window, valid_until: '2026-01-01T00:00:00Z' };
  const toCome = { ...window, valid_from: '2036-01-01T00:00:00Z' };

  test('never date access before it began', async ({ app }) => {
    const { plan, source, system, persons } = await aHouse(app, [{ display_name: 'Ada', department: 'Ward' }]);
    const door = system.cylinder('C-0001').id;
    const objects = [cylinder(door)];
    await aRule(app, { plan, source, departments: ['Ward'], objects, time_restrictions: [over, toCome] });
    const { body: list } = await app
      .as('superadmin')
      .call(access.doorPeople, { params: { cylinder_id: door }, query: {} });
    expect(list.items.map(({ since, open_now }) => [since, open_now])).toEqual([[null, false]]);
    const ask = { connection_id: source, user_id: persons[0] ?? '' };
    const later = { at: '2037-01-01T00:00:00Z' };
    const { body } = await app.as('superadmin').call(access.evaluate, { params: ask, query: later });
    expect(body.grants.map(({ since }) => since)).toEqual(['2036-01-01T00:00:00.000Z']);
  });

  test('leave a door recorded that is allowed no longer', async ({ app }) => {
    const { plan, source, system, persons } = await aHouse(app, [{ display_name: 'Ada', department: 'Ward' }]);
    const door = system.cylinder('C-0001').id;
    const rule = await aRule(app, { plan, source, departments: ['Ward'], objects: [cylinder(door)] });
    await syncNow(app);
    const ask = { connection_id: source, user_id: persons[0] ?? '' };
    const before = await app.as('superadmin').call(access.evaluate, { params: ask, query: {} });
    expect(before.body.recorded_only).toEqual([]);
    await app.as('superadmin').call(accessRules.update, {
      params: { keyplan_id: plan, rule_id: rule.id },
      body: { time_restrictions: [over] },
    });
    const { body } = await app.as('superadmin').call(access.evaluate, { params: ask, query: {} });
    expect(body.recorded_only?.map(({ cylinder_id }) => cylinder_id)).toEqual([door]);
  });
});

describe('GET /access/persons/:person_id/doors', () => {
  test('lists the doors as we call them, and as CSV with the rules', async ({ app }) => {
    const { bea, door } = await aWard(app);
    await app.db.updateTable('door').set({ own_name: 'Linen room' }).where('id', '=', door).execute();
    const params = { person_id: bea };
    const ask = { search: 'linen', at };
    const { body } = await app.as('superadmin').call(access.personDoors, { params, query: ask });
    expect(body.items.map(({ name, reasons }) => [name, reasons.length])).toEqual([['Linen room', 2]]);
    const { text } = await app.as('superadmin').call(access.exportPersonDoors, { params, query: { at } });
    const isOpen = body.items[0]?.open_now;
    expect(text.trim().split(/\r?\n/)[1]).toMatch(new RegExp(`^CH-00-01,Linen room,[^,]+,${isOpen},Night; Saturday$`));
  });
});

describe('GET /access/compare/reasons', () => {
  const compare = async (app: TestApp, person_id: string, other_id: string) =>
    app.as('superadmin').call(access.difference, { query: { person_id, other_id } });

  test('tells each door once, by what the other lacks', async ({ app }) => {
    const { plan, system, ada, bea, cem, night } = await aWard(app);
    const objects = [cylinder(system.cylinder('C-0030').id)];
    const subjects = [{ subject_type: 'user' as const, subject_identifier: ada }];
    await app
      .as('superadmin')
      .call(accessRules.create, { params: { keyplan_id: plan }, body: { name: 'Only Ada', subjects, objects } });
    const { body } = await compare(app, ada, bea);
    expect([body.person_only, body.both, body.other_only]).toEqual([1, 2, 0]);
    expect(body.person_reasons).toMatchObject([
      { doors: 1, subjects: [{ subject_type: 'user', name: 'Ada' }], rules: [{ name: 'Only Ada', keyplan_id: plan }] },
    ]);
    const porter = (await compare(app, cem, bea)).body;
    expect([porter.person_only, porter.both, porter.other_only]).toEqual([0, 0, 2]);
    expect(porter.other_reasons).toMatchObject([
      { doors: 2, subjects: [{ subject_type: 'department', name: 'Ward' }], rules: [{ id: night.id }] },
    ]);
    expect((await compare(app, ada, plan)).status).toBe(404);
  });
});

describe('on the key', () => {
  test('is what is recorded once a key that carries its rights was updated after that', async ({ app }) => {
    const { bea, source, system } = await aWard(app);
    await syncNow(app);
    await readInventory(app, system.id);
    const ask = async () =>
      (await app.as('superadmin').call(access.evaluate, { params: { connection_id: source, user_id: bea }, query: {} }))
        .body.on_keys;
    expect(await ask()).toEqual([]);
    const holder = await app.db
      .selectFrom('recorded_person')
      .select('identity')
      .where('own_reference', '=', bea)
      .executeTakeFirstOrThrow();
    const key = await app.db
      .selectFrom('key')
      .select(['id', 'marking'])
      .where('connection_id', '=', system.id)
      .limit(1)
      .executeTakeFirstOrThrow();
    const hand = (fields: object) =>
      app.db
        .updateTable('key')
        .set({ holder_identity: holder.identity, key_type: 'dynamic', ...fields })
        .where('id', '=', key.id)
        .execute();
    const states: unknown[] = [];
    for (const last_update_at of [new Date('2020-01-01'), new Date('2100-01-01'), null]) {
      await hand({ last_update_at });
      states.push((await ask()).map(({ key_id, state }) => [key_id, state]));
    }
    await hand({ last_update_at: new Date('2100-01-01'), key_type: 'normal' });
    states.push((await ask()).map(({ key_id, state }) => [key_id, state]));
    expect(states).toEqual([
      [[key.id, 'waiting']],
      [[key.id, 'up_to_date']],
      [[key.id, 'unknown']],
      [[key.id, 'unknown']],
    ]);
  });
});
