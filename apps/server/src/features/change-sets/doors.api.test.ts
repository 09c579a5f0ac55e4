import { changeSets, type SyncTask } from '@key2xs/contract';
import { describe } from 'vitest';
import { expect, type TestApp, test } from '#test/app';
import { aConnection, importPeople } from '#test/factories/iam';
import {
  aHouse,
  aKeyPlan,
  aRule,
  aWard,
  bringIntoForce,
  changeGroups,
  group,
  syncNow,
} from '#test/factories/key-plans';
import { aKeySystem, aReadKeySystem, asAnotherClient, readInventory } from '#test/factories/key-systems';
import { somePeople } from '#test/factories/people';
import { allowOnly } from '#test/factories/work-list';

const aKey = {
  id: '01900000-0000-7000-8000-00000000abcd',
  external_id: 'K',
  marking: 'Elsewhere',
  name: '',
  serial: '',
  key_type: 'dynamic',
  state: 'handed_out',
};

const of = ({ change_set_id }: SyncTask) => ({ id: change_set_id ?? '' });
const changeSet = async (app: TestApp, task: SyncTask) =>
  (await app.as('superadmin').call(changeSets.get, { params: of(task) })).body;
const peopleOf = async (
  app: TestApp,
  task: SyncTask,
  query: { change?: 'gains' | 'loses'; department?: string } = {},
) => (await app.as('superadmin').call(changeSets.people, { params: of(task), query })).body;
const doorsOf = async (app: TestApp, task: SyncTask) =>
  (await app.as('superadmin').call(changeSets.doors, { params: of(task), query: {} })).body;

/** Doors of a group, by plain counting. */
const countDoors = async ({ db }: TestApp, groupId: string) =>
  (await db.selectFrom('cylinder').select('id').where('group_id', '=', groupId).execute()).length;

/** Gives a key that carries its rights to a person of the key system, after the inventory was read. @returns our id of the key */
async function handOut({ db, sandbox }: TestApp, identity: string | null): Promise<string> {
  const key = await db
    .selectFrom('key')
    .select(['id', 'external_id'])
    .where('key_type', '=', 'dynamic')
    .where('holder_identity', 'is', null)
    .orderBy('marking')
    .limit(1)
    .executeTakeFirstOrThrow();
  sandbox.act('hand-out-key', { key: key.external_id, person: identity ?? '' });
  return key.id;
}

const personIn = async ({ db }: TestApp, id: string) =>
  (await db.selectFrom('recorded_person').select('identity').where('own_reference', '=', id).executeTakeFirstOrThrow())
    .identity;

describe('the keys in a preview', () => {
  const query = { change: 'loses' } as const;

  test('are read before it, with the time of the reading', async ({ app }) => {
    const { persons, plan, profileId, system } = await aWard(app, 2);
    await syncNow(app);
    await readInventory(app, system.id);
    const [holder = ''] = persons;
    await handOut(app, await personIn(app, holder));
    await changeGroups(app, plan, profileId, [system.group('G-03').id]);
    const before = new Date();
    const task = await syncNow(app, { dry_run: true });
    const { effect } = await changeSet(app, task);
    expect(effect).toMatchObject({ keys: 1, updatable_keys: 1 });
    expect(Date.parse(effect?.keys_read_at ?? '')).toBeGreaterThanOrEqual(before.getTime());
    const { items } = await peopleOf(app, task, query);
    expect(items.find(({ person_id }) => person_id === holder)?.keys).toHaveLength(1);
    const params = { ...of(task), person_id: holder };
    const { body } = await app.as('superadmin').call(changeSets.person, { params });
    expect(body).toMatchObject({ keys_read_at: effect?.keys_read_at, held_keys: [{ carries_rights: true }] });
  });

  test('are unknown where the connection cannot read them', async ({ app }) => {
    const { system, persons } = await aWard(app, 1);
    await app.db.updateTable('key_system_connection').set({ keys_read_at: null }).execute();
    await allowOnly(app, system.id, ['read_persons', 'read_person_references', 'read_profiles', 'write_profiles']);
    const task = await syncNow(app, { dry_run: true, target_key_system_connection_id: system.id });
    expect((await changeSet(app, task)).effect).toMatchObject({ keys: 0, keys_read_at: null });
    const params = { ...of(task), person_id: persons[0] ?? '' };
    expect((await app.as('superadmin').call(changeSets.person, { params })).body.keys_read_at).toBeNull();
  });
});

describe('the changes of a sync, as people and doors', () => {
  test('say who gains which doors and because of which rule', async ({ app }) => {
    const { system, persons } = await aWard(app, 3);
    const task = await syncNow(app, { dry_run: true });
    const doors = await countDoors(app, system.group('G-01').id);
    expect((await changeSet(app, task)).effect).toEqual({
      people: 3,
      people_gaining: 3,
      people_losing: 0,
      people_other_hours: 0,
      rights_gained: 3 * doors,
      rights_lost: 0,
      doors,
      doors_gained: doors,
      doors_lost: 0,
      people_before: 0,
      keys: 0,
      updatable_keys: 0,
      keys_read_at: expect.any(String),
    });
    const { items, total } = await peopleOf(app, task, { change: 'gains' });
    expect(total).toBe(3);
    expect(items.map(({ person_id }) => person_id).sort()).toEqual([...persons].sort());
    expect(items[0]).toMatchObject({ gained: doors, lost: 0, because: ['New rule Ward doors'], keys: [] });
    expect((await peopleOf(app, task, { change: 'loses' })).total).toBe(0);
    const names = items.map(({ label }) => label);
    expect(names).toEqual(names.toSorted());
    const markings = (await doorsOf(app, task)).items.map(({ marking }) => marking);
    expect(markings).toHaveLength(doors);
    expect(markings).toEqual(markings.toSorted());
    expect((await doorsOf(app, task)).items[0]).toMatchObject({ gained: 3, lost: 0 });
  });

  test('say why a person loses doors: left, moved, or the rule opens fewer', async ({ app }) => {
    const { system, plan, profileId, persons, source } = await aWard(app, 4);
    await aRule(app, {
      plan,
      source,
      name: 'Gates',
      departments: ['Gate'],
      objects: [group(system.group('G-02').id)],
    });
    await syncNow(app);
    const [left = '', moved = '', stays = ''] = persons;
    await app.db.updateTable('person').set({ active: false, left_at: new Date() }).where('id', '=', left).execute();
    await app.db.updateTable('person').set({ department: 'Gate' }).where('id', '=', moved).execute();
    const first = await syncNow(app, { dry_run: true });
    const because = async (task: SyncTask, id: string) =>
      (await peopleOf(app, task)).items.find(({ person_id }) => person_id === id)?.because;
    expect(await because(first, left)).toEqual([expect.stringMatching(/^Left on /)]);
    expect(await because(first, moved)).toEqual([
      'Ward → Gate',
      'Rule Ward doors no longer applies',
      'Rule Gates applies now',
      'No other rule opens these doors',
    ]);
    await syncNow(app);
    await changeGroups(app, plan, profileId, [system.group('G-03').id]);
    const second = await syncNow(app, { dry_run: true });
    expect(await because(second, stays)).toEqual([
      'Rule Ward doors opens fewer doors',
      'Rule Ward doors opens more doors',
      'No other rule opens these doors',
    ]);
  });

  test('say what was changed in the key system itself', async ({ app }) => {
    const { rule, persons } = await aWard(app, 2);
    await syncNow(app);
    const remove = persons.slice(0, 1);
    await asAnotherClient(app, (session) => session.changeProfileMembers(rule.id, { add: [], remove }));
    const { items } = await peopleOf(app, await syncNow(app, { dry_run: true }));
    expect(items).toMatchObject([
      { person_id: remove[0], because: ['Changed in the key system, not by us', expect.any(String)] },
    ]);
  });

  test('name the doors of one person, and where the layers stand, before and after it is applied', async ({ app }) => {
    const { system, persons } = await aWard(app, 2);
    const task = await syncNow(app, { dry_run: true });
    const doors = await countDoors(app, system.group('G-01').id);
    const params = { ...of(task), person_id: persons[0] ?? '' };
    const { call } = app.as('superadmin');
    const before = (await call(changeSets.person, { params })).body;
    expect(before).toMatchObject({ gained: doors, layers: { of: doors, desired: doors, recorded: 0 }, held_keys: [] });
    expect(before.gained_doors).toHaveLength(doors);
    const applied = await call(changeSets.apply, { params: of(task) });
    await app.ended(applied.body.task_id);
    expect((await call(changeSets.person, { params })).body.layers).toEqual({
      of: doors,
      desired: doors,
      recorded: doors,
    });
    const unknown = await call(changeSets.person, { params: { ...of(task), person_id: of(task).id } });
    expect(unknown.status).toBe(404);
  });

  test('list the keys in the hands of those concerned', async ({ app }) => {
    const { system, persons, rule } = await aWard(app, 2);
    await syncNow(app);
    await readInventory(app, system.id);
    const [holder = ''] = persons;
    const { identity } = await app.db
      .selectFrom('recorded_person')
      .select('identity')
      .where('own_reference', '=', holder)
      .executeTakeFirstOrThrow();
    const id = await handOut(app, identity);
    // In another key system, which this sync does not touch.
    const { id: connection_id } = await aKeySystem(app);
    const other = { connection_id, identity: 'x', own_reference: holder, first_name: '', surname: '', active: true };
    await app.db
      .insertInto('recorded_person')
      .values({ ...other, known_from: 'read', known_at: new Date() })
      .execute();
    await app.db
      .insertInto('key')
      .values({ ...aKey, connection_id, holder_identity: 'x' })
      .execute();
    await app.db.deleteFrom('access_rule').where('id', '=', rule.id).execute();
    await app.db.transaction().execute(bringIntoForce);
    const task = await syncNow(app, { dry_run: true, target_key_system_connection_id: system.id });
    expect((await changeSet(app, task)).effect).toMatchObject({ people_losing: 2, keys: 1, updatable_keys: 1 });
    const { body } = await app.as('superadmin').call(changeSets.keys, { params: of(task), query: {} });
    expect(body.items).toMatchObject([{ id, person_id: holder, carries_rights: true, gained: 0 }]);
    const { items } = await peopleOf(app, task);
    expect(items.find(({ person_id }) => person_id === holder)?.keys).toHaveLength(1);
  });
});

describe('the changes of an import, as people and doors', () => {
  test('say who would lose and gain doors by the plans in force', async ({ app }) => {
    const { id: source } = await aConnection(app, { guard_limit_percent: '1' });
    const system = await aReadKeySystem(app);
    const { id: plan } = await aKeyPlan(app, { sources: [source], keySystems: [system.id] });
    const listed = somePeople(30).map((person, i) => ({ ...person, department: i < 20 ? 'Ward' : 'Gate' }));
    expect((await changeSet(app, await importPeople(app, source, listed))).effect).toMatchObject({ people: 0 });
    const objects = [group(system.group('G-01').id)];
    await aRule(app, { plan, source, name: 'Wards', departments: ['Ward'], objects });
    const doors = await countDoors(app, system.group('G-01').id);
    const next = listed.slice(12).map((person, i) => (i === 8 ? { ...person, department: 'Ward' } : person));
    const task = await importPeople(app, source, next);
    expect(task.result?.outcome).toBe('quarantined');
    expect((await changeSet(app, task)).effect).toMatchObject({
      people: 13,
      people_losing: 12,
      people_gaining: 1,
      rights_lost: 12 * doors,
      people_before: 20,
    });
    const losing = await peopleOf(app, task, { change: 'loses' });
    expect(losing.items[0]?.because).toEqual([
      'No longer in the list',
      'Rule Wards no longer applies',
      'No other rule opens these doors',
    ]);
    const gaining = await peopleOf(app, task, { change: 'gains' });
    expect(gaining.items).toMatchObject([{ because: ['Gate → Ward', 'Rule Wards applies now'], lost: 0 }]);
    const params = of(task);
    const { call } = app.as('superadmin');
    const list = await call(changeSets.items, { params, query: { kind: 'leaver', department: 'Ward' } });
    expect(list.body.total).toBe(12);
  });

  test('stop it where doors would change for many, without a leaver, until the limit allows them', async ({ app }) => {
    const { id: source } = await aConnection(app);
    const system = await aReadKeySystem(app);
    const { id: plan } = await aKeyPlan(app, { sources: [source], keySystems: [system.id] });
    const inWard = somePeople(30, { department: 'Ward' });
    await importPeople(app, source, inWard);
    await aRule(app, { plan, source, departments: ['Ward'], objects: [group(system.group('G-01').id)] });
    // Each to another department: together it would be a rename.
    const away = (count: number) => inWard.map((one, at) => (at < count ? { ...one, department: `Lab ${at}` } : one));
    expect((await importPeople(app, source, away(10))).result?.outcome).toBe('applied');
    const task = await importPeople(app, source, away(21));
    expect(task.result?.outcome).toBe('quarantined');
    expect((await changeSet(app, task)).guards).toMatchObject([
      { reason: 'too_many_moves', count: 11, of: 20, percent: 55, limit_percent: 5 },
    ]);
    const raise = (limit_percent: number) =>
      app.as('superadmin').call(changeSets.raiseLimit, { params: of(task), body: { limit_percent, reason: 'moved' } });
    expect((await raise(54)).problem.code).toBe('conflict');
    expect((await app.ended((await raise(55)).body.task_id)).result?.outcome).toBe('applied');
  });

  test('are worked out for a plan with a draft by what is in force', async ({ app }) => {
    const { source, system } = await aHouse(app, []);
    const plan = await aKeyPlan(app, { sources: [source], takes_effect: 'on_activation' });
    await aRule(app, { plan: plan.id, source, departments: ['Ward'], objects: [group(system.group('G-01').id)] });
    const task = await importPeople(app, source, [{ external_id: '1', department: 'Ward' }]);
    expect((await changeSet(app, task)).effect).toMatchObject({ people: 0, rights_gained: 0 });
  });
});
