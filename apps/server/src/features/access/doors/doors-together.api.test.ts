import { randomUUID } from 'node:crypto';
import { access, type DoorPerson, type Input } from '@key2xs/contract';
import { describe } from 'vitest';
import { expect, type TestApp, test } from '#test/app';
import { aPlace, mirrored, place } from '#test/factories/doors';
import { aHouse, aRule, cylinder, group, location } from '#test/factories/key-plans';

const mondayNoon = '2037-03-02T12:00:00Z';
const sundayNoon = '2037-03-01T12:00:00Z';
const mondays = [{ days: [1], from: '08:00', to: '18:00', valid_from: null, valid_until: null }];

/**
 * A wing with three doors, two of them in one group. The ward may open all of the wing on Mondays, nurses one of its doors
 * and one elsewhere at any time, the porter nothing there.
 */
async function aWing(app: TestApp) {
  const house = await aHouse(app, [
    { display_name: 'Ada', department: 'Ward', job_title: 'Doctor', employee_id: '7' },
    { display_name: 'Bea', department: 'Ward', job_title: 'Nurse' },
    { display_name: 'Cem', department: 'Gate', job_title: 'Nurse' },
    { display_name: 'Dov', department: 'Gate', job_title: 'Porter' },
    { display_name: 'Eva', department: 'Ward', job_title: 'Nurse', active: false },
  ]);
  const { plan, source, system } = house;
  const { groupId } = await mirrored(
    app,
    system.id,
    ['Rooms', 'Empty'],
    ['W-1', 'W-2', 'W-3', 'X-1'].map((marking) => ({ marking, ...(marking < 'W-3' && { group: 'Rooms' }) })),
  );
  const rows = await app.db.selectFrom('cylinder').select(['id', 'marking']).execute();
  const door = (marking: string) => rows.find((row) => row.marking === marking)?.id ?? '';
  const wing = await aPlace(app, { name: 'Wing', type: 'building' });
  const floor = await aPlace(app, { name: 'Floor', type: 'floor', parent_id: wing.id });
  await place(app, [door('W-1')], wing.id);
  await place(app, [door('W-2'), door('W-3')], floor.id);
  await aRule(app, {
    plan,
    source,
    name: 'Wing',
    departments: ['Ward'],
    objects: [location(wing.id), group(groupId('Rooms'))],
    time_restrictions: mondays,
  });
  const objects = [cylinder(door('W-1')), cylinder(door('X-1'))];
  await aRule(app, { plan, source, name: 'Nurses', job_titles: ['nurse'], objects });
  return { ...house, wing, floor, rooms: groupId('Rooms'), empty: groupId('Empty'), door };
}

const lineOf = ({ display_name, doors, open_now, reasons }: DoorPerson) => [
  display_name,
  doors,
  open_now,
  reasons.map(({ rule_name, open_now: isOpen }) => `${rule_name} ${isOpen}`).toSorted(),
];

describe('GET /access/locations/:location_id/people', () => {
  type Query = Input<typeof access.locationPeople>['query'];
  const ask = (app: TestApp, location_id: string, query: Query = {}) =>
    app.as('superadmin').call(access.locationPeople, { params: { location_id }, query });

  test('lists who may open any door in it or below, and how many', async ({ app }) => {
    const { wing, floor } = await aWing(app);
    const { body } = await ask(app, wing.id, { at: sundayNoon });
    expect(body.items.map(lineOf)).toEqual([
      ['Ada', 3, false, ['Wing false']],
      ['Bea', 3, true, ['Nurses true', 'Wing false']],
      ['Cem', 1, true, ['Nurses true']],
    ]);
    expect(body.total).toBe(3);
    expect(body.items[0]?.reasons[0]).toMatchObject({ until: '2037-03-02T08:00:00.000Z', windows: mondays });
    const below = await ask(app, floor.id, { at: mondayNoon });
    expect(below.body.items.map(lineOf)).toEqual([
      ['Ada', 2, true, ['Wing true']],
      ['Bea', 2, true, ['Wing true']],
    ]);
  });

  test('follows a door that is placed there', async ({ app }) => {
    const { floor, door } = await aWing(app);
    await place(app, [door('X-1')], floor.id);
    const { body } = await ask(app, floor.id, { at: sundayNoon });
    expect(body.items.map(lineOf)).toEqual([
      ['Ada', 3, false, ['Wing false']],
      ['Bea', 3, true, ['Nurses true', 'Wing false']],
      ['Cem', 1, true, ['Nurses true']],
    ]);
  });

  test.for<[Query, string[], number]>([
    [{ search: 'cem' }, ['Cem'], 1],
    [{ job_title: 'Nurse' }, ['Bea', 'Cem'], 2],
    [{ department: 'Gate', limit: 1 }, ['Cem'], 1],
    [{ at: sundayNoon, open_now: 'true', limit: 1 }, ['Bea'], 2],
    [{ at: sundayNoon, open_now: 'false' }, ['Ada'], 1],
    [{ sort: '-display_name', limit: 2 }, ['Cem', 'Bea'], 3],
    [{ limit: 1, offset: 1 }, ['Bea'], 3],
    [{ job_title: 'Nurse', limit: 1 }, ['Bea'], 2],
    [{ offset: 9 }, [], 3],
  ])('narrows by %o', async ([query, names, total], { app }) => {
    const { wing } = await aWing(app);
    const { body } = await ask(app, wing.id, query);
    expect([body.items.map(({ display_name }) => display_name), body.total]).toEqual([names, total]);
  });

  test('is there as CSV', async ({ app }) => {
    const { wing } = await aWing(app);
    const { text } = await app
      .as('superadmin')
      .call(access.exportLocationPeople, { params: { location_id: wing.id }, query: { at: sundayNoon } });
    expect(
      text
        .replace(/^\uFEFF/, '')
        .trim()
        .split(/\r?\n/),
    ).toEqual([
      'employee_id,display_name,department,job_title,doors,open_now,recorded,since,because',
      '7,Ada,Ward,Doctor,3,false,unknown,,Wing',
      expect.stringMatching(/^,Bea,Ward,Nurse,3,true,unknown,,(Nurses; Wing|Wing; Nurses)$/),
      ',Cem,Gate,Nurse,1,true,unknown,,Nurses',
    ]);
  });

  test('lists no people for a place without doors, and finds no unknown place', async ({ app }) => {
    const { id } = await aPlace(app, { name: 'Yard', type: 'site' });
    expect((await ask(app, id)).body).toMatchObject({ total: 0, items: [] });
    expect((await ask(app, randomUUID())).problem.code).toBe('not_found');
  });
});

describe('GET /access/cylinder-groups/:group_id/people', () => {
  const ask = (app: TestApp, group_id: string) =>
    app.as('superadmin').call(access.groupPeople, { params: { group_id }, query: { at: sundayNoon } });

  test('lists who may open any door of it, and how many', async ({ app }) => {
    const { rooms } = await aWing(app);
    expect((await ask(app, rooms)).body.items.map(lineOf)).toEqual([
      ['Ada', 2, false, ['Wing false']],
      ['Bea', 2, true, ['Nurses true', 'Wing false']],
      ['Cem', 1, true, ['Nurses true']],
    ]);
  });

  test('lists no people for an empty group, and finds no unknown group', async ({ app }) => {
    const { empty } = await aWing(app);
    expect((await ask(app, empty)).body.total).toBe(0);
    expect((await ask(app, randomUUID())).problem.code).toBe('not_found');
  });
});

describe('POST /access/matrix', () => {
  type Question = Input<typeof access.matrix>['body'];
  const ask = (app: TestApp, body: Question) => app.as('superadmin').call(access.matrix, { body });

  test('answers every pair in the order asked, and counts departments and titles', async ({ app }) => {
    const { persons, door, system } = await aWing(app);
    const [ada = '', bea = '', cem = '', dov = '', eva = ''] = persons;
    const cylinder_ids = [door('X-1'), door('W-1'), door('W-3'), system.cylinder('C-0009').id, door('X-1')];
    const question = {
      cylinder_ids,
      person_ids: [bea, ada, cem, dov, eva, bea],
      departments: [' ward', 'Nowhere'],
      job_titles: ['NURSE'],
    };
    const { status, body } = await ask(app, question);
    expect(status).toBe(200);
    expect(body).toMatchObject({ layer: 'desired', at: null });
    expect(body.people.map(({ person_id }) => person_id)).toEqual(question.person_ids);
    expect(body.people.map(({ may_open }) => may_open)).toEqual(['11101', '01100', '11001', '00000', '00000', '11101']);
    expect(body.departments).toEqual([
      { value: 'ward', people: 2, may_open: [1, 2, 2, 0, 1] },
      { value: 'Nowhere', people: 0, may_open: [0, 0, 0, 0, 0] },
    ]);
    expect(body.job_titles).toEqual([{ value: 'NURSE', people: 2, may_open: [2, 2, 1, 0, 2] }]);
    const sunday = await ask(app, { ...question, at: sundayNoon });
    expect(sunday.body.people.map(({ may_open }) => may_open).slice(0, 2)).toEqual(['11001', '00000']);
    expect(sunday.body.departments[0]?.may_open).toEqual([1, 1, 0, 0, 1]);
    expect(sunday.body.at).toBe(sundayNoon);
  });

  test('says for which state', async ({ app }) => {
    const { persons, door, plan } = await aWing(app);
    const question = { person_ids: [persons[1] ?? ''], cylinder_ids: [door('W-1')] };
    const before = await ask(app, question);
    await app.db.updateTable('key_plan').set({ is_active: false }).where('id', '=', plan).execute();
    const after = await ask(app, question);
    expect([before.body.people[0]?.may_open, after.body.people[0]?.may_open]).toEqual(['1', '0']);
    expect(after.body.revision).not.toBe(before.body.revision);
  });

  test('finds no unknown person or door, and requires a question', async ({ app }) => {
    const { persons, door } = await aWing(app);
    const [ada = ''] = persons;
    const wrong: [Question, number][] = [
      [{ person_ids: [randomUUID()], cylinder_ids: [door('W-1')] }, 404],
      [{ person_ids: [ada], cylinder_ids: [randomUUID()] }, 404],
      [{ cylinder_ids: [door('W-1')] }, 422],
      [{ person_ids: [ada], cylinder_ids: [] }, 422],
      [{ person_ids: Array(201).fill(ada), cylinder_ids: [door('W-1')] }, 422],
    ];
    for (const [question, status] of wrong) expect((await ask(app, question)).status).toBe(status);
  });

  test('is for superadmins', async ({ app }) => {
    const { persons, door } = await aWing(app);
    const body = { person_ids: [persons[0] ?? ''], cylinder_ids: [door('W-1')] };
    expect((await app.as('subadmin').call(access.matrix, { body })).status).toBe(403);
  });
});
