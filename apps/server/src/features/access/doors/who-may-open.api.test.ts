import {
  access,
  changeSets,
  type DoorPerson,
  enhancedKeyPlans,
  type Input,
  keyPlans,
  type WhoMayOpen,
} from '@key2xs/contract';
import { describe } from 'vitest';
import { expect, type TestApp, test } from '#test/app';
import { aHouse, aProfile, aRule, cylinder, group, profile, syncNow } from '#test/factories/key-plans';

/** Ada and Bea of the ward may open what is in a profile, group G-01; Cem of the gate one door of it at any time; Dov nothing. */
async function aWardAndGate(app: TestApp) {
  const house = await aHouse(app, [
    { display_name: 'Ada', department: 'Ward', job_title: 'Doctor' },
    { display_name: 'Bea', department: 'Ward', job_title: 'Nurse' },
    { display_name: 'Cem', department: 'Gate', job_title: 'Porter' },
    { display_name: 'Dov', department: 'Gate', job_title: 'Driver' },
  ]);
  const { plan, source, system } = house;
  const { id: groupId } = system.group('G-01');
  const doors = await app.db.selectFrom('cylinder').select('id').where('group_id', '=', groupId).execute();
  const [door = '', other = ''] = doors.map(({ id }) => id).sort();
  const { id: profileId } = await aProfile(app, plan, { groups: [groupId], name: 'Rooms' });
  const ward = await aRule(app, { plan, source, name: 'Ward', departments: ['Ward'], objects: [profile(profileId)] });
  const gate = await aRule(app, { plan, source, name: 'Porters', job_titles: ['Porter'], objects: [cylinder(door)] });
  const [ada = '', bea = '', cem = '', dov = ''] = house.persons;
  return { ...house, groupId, count: doors.length, door, other, profileId, ward, gate, ada, bea, cem, dov };
}

const names = (rows: readonly { display_name: string }[]) => rows.map(({ display_name }) => display_name);
const statesOf = (rows: readonly DoorPerson[]) =>
  Object.fromEntries(rows.map(({ display_name, recorded }) => [display_name, recorded]));

type Query = Input<typeof access.doorPeople>['query'];
const ofDoor = async (app: TestApp, cylinder_id: string, query: Query = {}) =>
  (await app.as('superadmin').call(access.doorPeople, { params: { cylinder_id }, query })).body;
const ofGroup = async (app: TestApp, group_id: string, query: Query = {}) =>
  (await app.as('superadmin').call(access.groupPeople, { params: { group_id }, query })).body;
const who = async (app: TestApp, query: Input<typeof access.who>['query']): Promise<WhoMayOpen> =>
  (await app.as('superadmin').call(access.who, { query })).body;

const leave = ({ db }: TestApp, id: string) =>
  db.updateTable('person').set({ active: false, left_at: new Date() }).where('id', '=', id).execute();

describe('what the key systems have recorded', () => {
  test('is unknown before one is read, then what was synced', async ({ app }) => {
    const { door, groupId } = await aWardAndGate(app);
    expect(statesOf((await ofDoor(app, door)).items)).toEqual({ Ada: 'unknown', Bea: 'unknown', Cem: 'unknown' });
    await syncNow(app);
    expect(statesOf((await ofDoor(app, door)).items)).toEqual({ Ada: 'yes', Bea: 'yes', Cem: 'yes' });
    expect(statesOf((await ofGroup(app, groupId)).items)).toEqual({ Ada: 'yes', Bea: 'yes', Cem: 'yes' });
  });

  test('lags behind what is allowed: some of the doors, or none', async ({ app }) => {
    const { plan, source, door, other, groupId } = await aWardAndGate(app);
    await syncNow(app);
    await aRule(app, { plan, source, name: 'More', job_titles: ['Porter', 'Driver'], objects: [cylinder(other)] });
    expect(statesOf((await ofGroup(app, groupId)).items)).toEqual({
      Ada: 'yes',
      Bea: 'yes',
      Cem: 'differs',
      Dov: 'no',
    });
    expect(statesOf((await ofDoor(app, door)).items)).toEqual({ Ada: 'yes', Bea: 'yes', Cem: 'yes' });
    expect(statesOf((await ofDoor(app, other)).items)).toEqual({ Ada: 'yes', Bea: 'yes', Cem: 'no', Dov: 'no' });
  });

  test('is unknown where only the name of a profile is', async ({ app }) => {
    const { door, ward } = await aWardAndGate(app);
    await syncNow(app);
    await app.db.updateTable('recorded_profile').set({ content: null }).where('own_reference', '=', ward.id).execute();
    expect(statesOf((await ofDoor(app, door)).items)).toEqual({ Ada: 'unknown', Bea: 'unknown', Cem: 'yes' });
  });

  test('does not count for people inactive there', async ({ app }) => {
    const { door, ada } = await aWardAndGate(app);
    await syncNow(app);
    await app.db.updateTable('recorded_person').set({ active: false }).where('own_reference', '=', ada).execute();
    expect(statesOf((await ofDoor(app, door)).items)).toEqual({ Ada: 'no', Bea: 'yes', Cem: 'yes' });
  });

  test('is in the CSV', async ({ app }) => {
    const { door } = await aWardAndGate(app);
    await syncNow(app);
    const { text } = await app
      .as('superadmin')
      .call(access.exportDoorPeople, { params: { cylinder_id: door }, query: { department: 'Gate' } });
    expect(text.trim().split(/\r?\n/)).toEqual([
      expect.stringMatching(
        /^\uFEFF?employee_id,display_name,department,job_title,doors,open_now,recorded,since,because$/,
      ),
      expect.stringMatching(/^,Cem,Gate,Porter,1,true,yes,[^,]+,Porters$/),
    ]);
  });
});

describe('people who are still recorded and may no longer open', () => {
  test('are those who left, lost their rule, or may open less than is recorded', async ({ app }) => {
    const { system: _, ...house } = await aWardAndGate(app);
    const { source, door, groupId, count, ada, cem, gate, plan } = house;
    await syncNow(app);
    const before = await ofGroup(app, groupId, { layer: 'recorded_only' });
    expect([before.items, before.total]).toEqual([[], 0]);
    await leave(app, ada);
    await app
      .as('superadmin')
      .call(enhancedKeyPlans.removeRule, { params: { connection_id: source, rule_id: gate.id } });
    const { items, total } = await ofDoor(app, door, { layer: 'recorded_only' });
    expect(total).toBe(2);
    expect(items).toMatchObject([
      { display_name: 'Ada', active: false, doors: 1, open_now: false, recorded: 'differs', since: null, reasons: [] },
      { display_name: 'Cem', active: true, doors: 1 },
    ]);
    expect(names((await ofDoor(app, door)).items)).toEqual(['Bea']);
    await aRule(app, { plan, source, name: 'Bea too', job_titles: ['Porter'], objects: [cylinder(door)] });
    const inGroup = await ofGroup(app, groupId, { layer: 'recorded_only' });
    expect(inGroup.items.map(({ id, doors }) => [id, doors])).toEqual([[ada, count]]);
    expect((await ofGroup(app, groupId)).items.map(({ id }) => id)).toContain(cem);
  });

  test('are searched, sorted and exported like the others', async ({ app }) => {
    const { groupId, ada, bea } = await aWardAndGate(app);
    await syncNow(app);
    await leave(app, ada);
    await leave(app, bea);
    const of = async (query: Query) => names((await ofGroup(app, groupId, { layer: 'recorded_only', ...query })).items);
    expect(await of({ sort: '-display_name' })).toEqual(['Bea', 'Ada']);
    expect(await of({ search: 'bea' })).toEqual(['Bea']);
    expect(await of({ job_title: 'Doctor' })).toEqual(['Ada']);
    const { text } = await app
      .as('superadmin')
      .call(access.exportGroupPeople, { params: { group_id: groupId }, query: { layer: 'recorded_only' } });
    expect(text.trim().split(/\r?\n/)).toHaveLength(3);
  });

  test('are gone after the next sync', async ({ app }) => {
    const { door, ada } = await aWardAndGate(app);
    await syncNow(app);
    await leave(app, ada);
    expect((await who(app, { of: 'cylinder', id: door })).recorded_only).toBe(1);
    const { change_set_id } = await syncNow(app); // stopped by the guard of so small a house
    const allow = { params: { id: change_set_id ?? '' }, body: { reason: 'Ada has left' } };
    await app.ended((await app.as('superadmin').call(changeSets.allowOnce, allow)).body.task_id);
    expect((await who(app, { of: 'cylinder', id: door })).recorded_only).toBe(0);
  });
});

describe('a person', () => {
  test('has for each door whether it is recorded, and those that are recorded alone', async ({ app }) => {
    const { source, plan, cem, gate, door, other } = await aWardAndGate(app);
    await syncNow(app);
    const { call } = app.as('superadmin');
    const params = { connection_id: source, user_id: cem };
    const ask = async () => (await call(access.evaluate, { params, query: {} })).body;
    expect((await ask()).grants.map(({ cylinder_id, recorded }) => [cylinder_id, recorded])).toEqual([[door, 'yes']]);
    expect((await ask()).recorded_only).toEqual([]);
    await call(enhancedKeyPlans.removeRule, { params: { connection_id: source, rule_id: gate.id } });
    await aRule(app, { plan, source, name: 'Elsewhere', job_titles: ['Porter'], objects: [cylinder(other)] });
    const after = await ask();
    expect(after.grants.map(({ cylinder_id, recorded }) => [cylinder_id, recorded])).toEqual([[other, 'no']]);
    expect(after.recorded_only?.map(({ cylinder_id }) => cylinder_id)).toEqual([door]);
  });
});

describe('since when', () => {
  test('is shown for one door: since person, door and rule last changed', async ({ app }) => {
    const { door, groupId, ada, ward, plan } = await aWardAndGate(app);
    const sinceOf = async () => (await ofDoor(app, door)).items.map(({ since }) => Date.parse(since ?? ''));
    const [ofAda = 0, ofBea = 0] = await sinceOf();
    expect(ofAda).toBeLessThanOrEqual(Date.now());
    const until = new Date(Date.now() + 3_600_000);
    const value = { kind: 'person' as const, record_id: ada, content: JSON.stringify({}), born: new Date(), until };
    await app.db.insertInto('access_past').values(value).execute();
    expect(await sinceOf()).toEqual([until.getTime(), ofBea, expect.any(Number)]);
    const at = new Date(Date.now() + 7_200_000);
    await app.db.updateTable('key_plan_version').set({ at }).where('keyplan_id', '=', plan).execute();
    expect(await sinceOf()).toEqual([at, at, at].map(Number));
    expect((await ofGroup(app, groupId)).items.map(({ since }) => since)).toEqual([null, null, null]);
    expect(ward.name).toBe('Ward');
  });
});

describe('the same list of a rule, a profile, a department and a job title', () => {
  test('of a rule lists the people it matches, with its doors alone', async ({ app }) => {
    const { gate, ward, count, door, plan, source } = await aWardAndGate(app);
    await aRule(app, { plan, source, name: 'Bea too', job_titles: ['Porter', 'Nurse'], objects: [cylinder(door)] });
    const ask = async (rule_id: string) =>
      (await app.as('superadmin').call(access.rulePeople, { params: { rule_id }, query: {} })).body;
    const line = ({ display_name, doors, reasons }: DoorPerson) => [
      display_name,
      doors,
      reasons.map((one) => one.rule_name),
    ];
    expect((await ask(gate.id)).items.map(line)).toEqual([['Cem', 1, ['Porters']]]);
    expect((await ask(ward.id)).items.map(line)).toEqual([
      ['Ada', count, ['Ward']],
      ['Bea', count, ['Ward']],
    ]);
    expect(await who(app, { of: 'rule', id: ward.id })).toMatchObject({
      name: 'Ward',
      keyplan_id: plan,
      doors: count,
      people: 2,
    });
  });

  test('of a rule that is not in force is empty, and of an unknown rule is not found', async ({ app }) => {
    const { plan, source, door } = await aWardAndGate(app);
    await app.as('superadmin').call(keyPlans.update, { params: { id: plan }, body: { takes_effect: 'on_activation' } });
    const rule = await aRule(app, { plan, source, name: 'Drafted', job_titles: ['Driver'], objects: [cylinder(door)] });
    const { call } = app.as('superadmin');
    expect((await call(access.rulePeople, { params: { rule_id: rule.id }, query: {} })).body).toMatchObject({
      items: [],
      total: 0,
    });
    expect(await who(app, { of: 'rule', id: rule.id })).toMatchObject({ name: 'Drafted', people: 0 });
    const { status } = await call(access.rulePeople, { params: { rule_id: door }, query: {} });
    expect(status).toBe(404);
  });

  test('of a profile lists the people of rules that name it', async ({ app }) => {
    const { profileId, count, plan, source, groupId } = await aWardAndGate(app);
    await aRule(app, { plan, source, name: 'Group', job_titles: ['Driver'], objects: [group(groupId)] });
    const { body, status } = await app
      .as('superadmin')
      .call(access.profilePeople, { params: { profile_id: profileId }, query: {} });
    expect([status, body.items.map(({ display_name, doors }) => [display_name, doors])]).toEqual([
      200,
      [
        ['Ada', count],
        ['Bea', count],
      ],
    ]);
    expect(await who(app, { of: 'profile', id: profileId })).toMatchObject({ name: 'Rooms', people: 2, doors: count });
    const unknown = await app
      .as('superadmin')
      .call(access.profilePeople, { params: { profile_id: groupId }, query: {} });
    expect(unknown.status).toBe(404);
  });

  test('of a department or job title has everybody in it, those without a door too', async ({ app }) => {
    const { door, cem } = await aWardAndGate(app);
    await syncNow(app);
    const { call } = app.as('superadmin');
    const gate = await call(access.departmentPeople, { params: { department_name: ' GATE ' }, query: {} });
    expect(gate.body.items).toMatchObject([
      { display_name: 'Cem', doors: 1, recorded: 'yes', reasons: [{ rule_name: 'Porters' }] },
      { display_name: 'Dov', doors: 0, open_now: false, recorded: 'yes', reasons: [] },
    ]);
    const nurses = await call(access.jobTitlePeople, { params: { job_title_name: 'nurse' }, query: {} });
    expect(names(nurses.body.items)).toEqual(['Bea']);
    await leave(app, cem);
    expect(await who(app, { of: 'department', id: 'Gate' })).toMatchObject({ people: 1, doors: 0, recorded_only: 1 });
    expect(await who(app, { of: 'department', id: 'Ward' })).toMatchObject({ people: 2, recorded_only: 0 });
    expect(await who(app, { of: 'cylinder', id: door })).toMatchObject({ people: 2, recorded_only: 1 });
  });
});

describe('GET /access/who', () => {
  test('counts what the list has, by name', async ({ app }) => {
    const { door, groupId, count } = await aWardAndGate(app);
    const { marking, name } = await app.db
      .selectFrom('cylinder')
      .select(['marking', 'name'])
      .where('id', '=', door)
      .executeTakeFirstOrThrow();
    const ofDoor = await who(app, { of: 'cylinder', id: door });
    expect(ofDoor).toMatchObject({ name: `${marking} ${name}`, doors: 1, people: 3, recorded_only: 0, as_of: 'now' });
    expect(await who(app, { of: 'group', id: groupId })).toMatchObject({ doors: count, people: 3 });
  });

  test('finds nothing under an id that is none, and nothing for those who may not see', async ({ app }) => {
    const { ada, door } = await aWardAndGate(app);
    for (const of of ['cylinder', 'group', 'location', 'rule', 'profile'] as const) {
      for (const [id, expected] of [
        [ada, 404],
        ['no id', 422],
      ] as const) {
        const { status } = await app.as('superadmin').call(access.who, { query: { of, id } });
        expect([of, id, status]).toEqual([of, id, expected]);
      }
    }
    expect((await app.as('subadmin').call(access.who, { query: { of: 'cylinder', id: door } })).status).toBe(403);
  });
});

describe('GET /access/compare', () => {
  const compare = (app: TestApp, query: Input<typeof access.compare>['query']) =>
    app.as('superadmin').call(access.compare, { query });

  test('tells which doors one has, the other, or both, and because of which rules', async ({ app }) => {
    const { bea, cem, door, other, count, plan, source } = await aWardAndGate(app);
    await aRule(app, { plan, source, name: 'Porters too', job_titles: ['Porter'], objects: [cylinder(door)] });
    const { body } = await compare(app, { person_id: bea, other_id: cem });
    expect(body.total).toBe(count);
    const of = (id: string) => body.items.find((one) => one.id === id);
    const rules = (reasons: DoorPerson['reasons'] = []) => reasons.map(({ rule_name }) => rule_name).toSorted();
    expect(of(door)).toMatchObject({ side: 'both' });
    expect([rules(of(door)?.person_reasons), rules(of(door)?.other_reasons)]).toEqual([
      ['Ward'],
      ['Porters', 'Porters too'],
    ]);
    expect(of(other)).toMatchObject({ side: 'person', other_reasons: [] });
    const theOthers = await compare(app, { person_id: cem, other_id: bea, side: 'other', limit: 1 });
    expect([theOthers.body.items[0]?.side, theOthers.body.total]).toEqual(['other', count - 1]);
    expect((await compare(app, { person_id: cem, other_id: bea, side: 'person' })).body.total).toBe(0);
  });

  test('is there as CSV, and not for a person who is none', async ({ app }) => {
    const { ada, cem, dov, door } = await aWardAndGate(app);
    const { text } = await app
      .as('superadmin')
      .call(access.exportComparison, { query: { person_id: dov, other_id: cem } });
    expect(text.trim().split(/\r?\n/)).toEqual([
      expect.stringMatching(/^\uFEFF?marking,name,location,side,person_because,other_because$/),
      expect.stringMatching(/,other,,Porters$/),
    ]);
    expect((await compare(app, { person_id: ada, other_id: door })).status).toBe(404);
  });
});
