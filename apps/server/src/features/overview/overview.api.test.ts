import { changeSets, keys, locations, overview, people } from '@key2xs/contract';
import { say } from '@key2xs/texts';
import { describe } from 'vitest';
import { expect, type TestApp, test } from '#test/app';
import { aConnection, importPeople, run, upload } from '#test/factories/iam';
import { aHouse, aKeyPlan, aRule, aWard, group, syncNow } from '#test/factories/key-plans';
import { aKeySystem, readInventory } from '#test/factories/key-systems';
import { aPerson, listOf, somePeople } from '#test/factories/people';
import { aTask } from '#test/factories/tasks';
import { aFireDepartment } from '#test/factories/work-list';

const get = async (app: TestApp) => (await app.as('superadmin').call(overview.get, { query: {} })).body;
const listKeys = async (app: TestApp, task: 'held_by_inactive' | 'to_update') =>
  (await app.as('superadmin').call(keys.list, { query: { task } })).body.items;
const search = async (app: TestApp, q: string) =>
  (await app.as('superadmin').call(overview.search, { query: { q } })).body.items;

describe('GET /overview', () => {
  test('of an empty installation has nothing to say', async ({ app }) => {
    expect(await get(app)).toEqual({
      people: { total: 0, last_change: null, last_read_at: null },
      may_open: { people: 0, doors: 0, rights: 0, active_plans: 0, rules: 0, only_plan: null },
      recorded: {
        state: null,
        rights_to_withdraw: 0,
        people_losing: 0,
        rights_to_grant: 0,
        people_gaining: 0,
        writes: 0,
        changed_there: 0,
        waiting_for_operator: 0,
        key_systems: [],
      },
      on_keys: {
        keys: 0,
        up_to_date: 0,
        waiting: 0,
        unknown: 0,
        exposure: {
          ...{ keys: 0, doors: 0, rights: 0, endless: 0, last_end: null, time_zone: null, stock_keys: 0 },
          ...{ unknown_keys: 0, unknown_doors: 0, known_keys: 0, read_at: null },
        },
        open_jobs: 0,
        read_at: null,
      },
      audit_log: null,
      needs_you: [],
      days: expect.any(Array),
      identity_sources: { total: 0, active: 0, never_read: 0, name: null, id: null },
      key_systems: {
        total: 0,
        active: 0,
        name: null,
        worst_status: null,
        cylinders: 0,
        unplaced_cylinders: 0,
        cylinder_groups: 0,
        is_sandbox: false,
      },
      key_plans: { total: 0, active: 0, drafts: 0 },
    });
  });

  test('counts active people and says what the last import changed', async ({ app }) => {
    const { id } = await aConnection(app, { name: 'Head office', guard_limit_percent: '100' });
    await importPeople(app, id, somePeople(30));
    const task = await importPeople(app, id, somePeople(28));
    const never = await aConnection(app, { is_active: false });
    expect(await get(app)).toMatchObject({
      people: {
        total: 28,
        last_change: { change_set_id: task.change_set_id, title: 'Head office → people', joined: 0, left: 2, moved: 0 },
        last_read_at: expect.any(String),
      },
      identity_sources: { total: 2, active: 1, never_read: 1, name: null, id: null },
    });
    expect(never.id).not.toBe(id);
    const { body: listed } = await app.as('superadmin').call(people.list, { query: { active: 'true' } });
    expect(listed.total).toBe(28);
  });

  test('lists what waits for a decision, the stopped ones first, with what stopped them', async ({ app }) => {
    const [one, two] = [await aConnection(app, { name: 'One' }), await aConnection(app, { name: 'Two' })];
    await importPeople(app, one.id, somePeople(50));
    const { change_set_id } = await importPeople(app, one.id, somePeople(20));
    await upload(app, two.id, listOf(somePeople(1)));
    const preview = await run(app, two.id, true);
    expect((await get(app)).needs_you).toMatchObject([
      {
        kind: 'change_set',
        id: change_set_id,
        name: 'One → people',
        state: 'quarantined',
        guard: { reason: 'too_many_removals', count: 30, of: 50 },
        key_system_id: null,
      },
      { kind: 'change_set', id: preview.change_set_id, name: 'Two → people', state: 'ready', guard: null },
    ]);
  });

  test('names a failed run until the next one of its kind, and a key system that does not answer', async ({ app }) => {
    const system = await aKeySystem(app, { name: 'North', last_status: 'ERROR' });
    const at = (day: number) => new Date(Date.UTC(2024, 0, day));
    const ended = { kind: 'key_system', key_system_connection_id: system.id, phase: 'finished' } as const;
    const error = JSON.stringify(say('asWritten', { text: 'No.' }));
    const failed = await aTask(app, { ...ended, status: 'FAILURE', error, created_at: at(1), completed_at: at(1) });
    await aTask(app, { ...ended, kind: 'inventory', status: 'SUCCESS', created_at: at(2), completed_at: at(2) });
    expect((await get(app)).needs_you).toMatchObject([
      { kind: 'key_system_error', id: system.id, name: 'North' },
      { kind: 'failed_task', id: failed.id, task_kind: 'key_system', message: 'No.', at: at(1).toISOString() },
    ]);
    await aTask(app, { ...ended, status: 'SUCCESS', created_at: at(3), completed_at: at(3) });
    expect((await get(app)).needs_you).toMatchObject([{ kind: 'key_system_error' }]);
  });

  test('names a draft that is not in force', async ({ app }) => {
    const { source, system } = await aHouse(app, [{ department: 'Ward' }]);
    const plan = await aKeyPlan(app, { sources: [source], takes_effect: 'on_activation', name: 'Night' });
    const objects = [group(system.group('G-01').id)];
    await aRule(app, { plan: plan.id, source, departments: ['Ward'], objects });
    const { needs_you, key_plans } = await get(app);
    expect(needs_you).toMatchObject([{ kind: 'draft', id: plan.id, name: 'Night', changes: 1 }]);
    expect(key_plans).toEqual({ total: 2, active: 2, drafts: 1 });
  });

  test('shows fourteen days in the requested time zone, and what each changed', async ({ app }) => {
    const { id } = await aConnection(app);
    await importPeople(app, id, somePeople(4));
    const { call } = app.as('superadmin');
    const { body } = await call(overview.get, { query: { time_zone: 'Asia/Tokyo' } });
    expect(body.days).toHaveLength(14);
    expect(body.days.at(-1)).toMatchObject({ joined: 4, left: 0, moved: 0, unfinished: 0 });
    for (const { from, before } of body.days) {
      expect(from.slice(11)).toBe('15:00:00.000Z');
      expect(Date.parse(before) - Date.parse(from)).toBe(86_400_000);
    }
    const { from: applied_from = '', before: applied_before = '' } = body.days.at(-1) ?? {};
    const { body: listed } = await call(changeSets.list, { query: { applied_from, applied_before } });
    expect(listed.items).toMatchObject([{ state: 'applied', counts: { joiner: 4 } }]);
  });

  test('distinguishes keys updated since the rights of their holder changed', async ({ app }) => {
    const { persons, system } = await aWard(app, 3);
    await syncNow(app);
    await readInventory(app, system.id);
    const rows = await app.db.selectFrom('recorded_person').select(['identity', 'own_reference']).execute();
    const mirrored = await app.db.selectFrom('key').select('id').limit(3).execute();
    const types = ['Dynamic', 'connect', 'normal'];
    for (const [i, person] of persons.entries()) {
      const holder = rows.find(({ own_reference }) => own_reference === person);
      await app.db
        .updateTable('key')
        .set({
          holder_identity: holder?.identity ?? null,
          key_type: types[i] ?? '',
          last_update_at: new Date(Date.now() + (i === 0 ? 60_000 : -86_400_000)),
        })
        .where('id', '=', mirrored[i]?.id ?? '')
        .execute();
    }
    await app.db.updateTable('key').set({ holder_identity: 'X-1' }).where('holder_identity', 'is', null).execute();
    expect((await get(app)).on_keys).toMatchObject({ keys: 3, up_to_date: 1, waiting: 1, unknown: 1 });
    const ours = await app.as('superadmin').call(keys.list, { query: { holder: 'ours' } });
    expect(ours.body.total).toBe(3);
    const toUpdate = { kind: 'keys', id: system.id, what: 'to_update', count: 1, of: null };
    expect((await get(app)).needs_you).toMatchObject([toUpdate]);
    expect(await listKeys(app, 'to_update')).toMatchObject([{ holder: { person_id: persons[1] } }]);
    await app.db
      .updateTable('person')
      .set({ active: false })
      .where('id', '=', persons[2] ?? '')
      .execute();
    expect((await get(app)).needs_you).toMatchObject([{ kind: 'keys', what: 'held_by_inactive', count: 1 }, toUpdate]);
    expect(await listKeys(app, 'held_by_inactive')).toMatchObject([{ holder: { person_id: persons[2] } }]);
  });

  test('names people with recorded rights and no key, once keys have been read', async ({ app }) => {
    const { persons, system } = await aWard(app, 3);
    await syncNow(app);
    await readInventory(app, system.id);
    expect((await get(app)).needs_you).toMatchObject([
      { kind: 'keys', id: system.id, what: 'missing', count: 3, of: 3, read_at: expect.any(String) },
    ]);
    const { body } = await app.as('superadmin').call(people.list, { query: { without_key_in: system.id } });
    expect(body.items.map(({ id }) => id).sort()).toEqual([...persons].sort());
  });
});

describe('GET /search', () => {
  test('finds people and sources by part of a name or number', async ({ app }) => {
    const { id } = await aConnection(app, { name: 'Ada street' });
    const person = await aPerson(app, {
      connection_id: id,
      display_name: 'Ada Example',
      employee_id: 'P7',
      job_title: 'Nurse',
      department: 'Ward',
    });
    expect(await search(app, 'aDa')).toEqual([
      { type: 'person', id: person.id, title: 'Ada Example', subtitle: 'P7 · Nurse · Ward', keyplan_id: null },
      { type: 'iam_connection', id, title: 'Ada street', subtitle: '', keyplan_id: null },
    ]);
    expect(await search(app, 'p7')).toMatchObject([{ type: 'person', id: person.id }]);
  });

  test('answers five of a kind at most, active people first', async ({ app }) => {
    const { id: connection_id } = await aConnection(app);
    for (let n = 1; n <= 6; n++) await aPerson(app, { connection_id, display_name: `Ada ${n}`, active: n > 2 });
    const found = await search(app, 'ada');
    expect(found.map(({ title }) => title)).toEqual(['Ada 3', 'Ada 4', 'Ada 5', 'Ada 6', 'Ada 1']);
  });

  test('finds a department, the people in it, and everything else that is called so', async ({ app }) => {
    const { plan, source, system, rule } = await aFireDepartment(app, []);
    const person = { connection_id: source, department: 'TIDEWORK' };
    await aPerson(app, { ...person, display_name: 'Ada Example' });
    await aPerson(app, { ...person, display_name: 'Ben Example', active: false });
    await aPerson(app, { ...person, display_name: 'Zoe Tideworker', job_title: 'Tidework Pilot' });
    const place = { name: 'Tidework office', type: 'building' } as const;
    const { id } = (await app.as('superadmin').call(locations.create, { body: place })).body;
    const group = app.db.updateTable('key_system_cylinder_group').set({ name: 'Tidework gates' });
    await group.where('id', '=', system.group('G-01').id).execute();
    await app.db.updateTable('access_rule').set({ name: 'All wardens' }).execute();
    await app.db.updateTable('access_rule_subject').set({ subject_identifier: 'TIDEWORK' }).execute();
    const found = await search(app, 'tidework');
    expect(found.map(({ type, title }) => [type, title])).toEqual([
      ['person', 'Zoe Tideworker'],
      ['person', 'Ada Example'],
      ['department', 'TIDEWORK'],
      ['job_title', 'Tidework Pilot'],
      ['cylinder_group', 'Tidework gates'],
      ['location', 'Tidework office'],
      ['access_rule', 'All wardens'],
    ]);
    expect(found.find(({ type }) => type === 'location')?.id).toBe(id);
    expect(found.find(({ type }) => type === 'access_rule')).toMatchObject({ id: rule.id, keyplan_id: plan });
    expect((await search(app, 'pilot')).map(({ type }) => type)).toEqual(['job_title']);
  });

  for (const [q, found] of [
    ['%%', 0],
    ['__', 0],
    ['0%', 1],
    ["' or '1'='1", 0],
    ['\\\\', 0],
  ] as const) {
    test(`takes ${JSON.stringify(q)} for itself`, async ({ app }) => {
      const { id: connection_id } = await aConnection(app);
      await aPerson(app, { connection_id, display_name: 'Ada 100%' });
      expect(await search(app, q)).toHaveLength(found);
    });
  }

  for (const q of ['', 'a', '   a   ', 'x'.repeat(101)]) {
    test(`refuses ${JSON.stringify(q.slice(0, 10))} (${q.length} long)`, async ({ app }) => {
      const { status } = await app.as('superadmin').call(overview.search, { query: { q } });
      expect(status).toBe(422);
    });
  }
});
