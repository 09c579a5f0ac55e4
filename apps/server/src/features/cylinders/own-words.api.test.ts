import { randomUUID } from 'node:crypto';
import { cylinders, keySystems } from '@key2xs/contract';
import { describe } from 'vitest';
import { expect, type TestApp, test } from '#test/app';
import { twoHouses } from '#test/factories/doors';
import { aConnection } from '#test/factories/iam';
import { aKeyPlan, aProfile, aRule, cylinder, group, syncNow } from '#test/factories/key-plans';
import { alterList, aReadKeySystem, readInventory } from '#test/factories/key-systems';
import { aPerson } from '#test/factories/people';

/** Cylinders and groups behave alike; `called` is by what people know one. */
const kinds = [
  {
    kind: 'cylinder',
    create: cylinders.create,
    get: cylinders.get,
    update: cylinders.update,
    remove: cylinders.remove,
    list: cylinders.list,
    called: 'marking',
    word: 'creating a cylinder',
    taken: "This key system has a cylinder with the marking 'NEW-1' already.",
    object: cylinder,
  },
  {
    kind: 'cylinder_group',
    create: cylinders.createGroup,
    get: cylinders.group,
    update: cylinders.updateGroup,
    remove: cylinders.removeGroup,
    list: cylinders.groups,
    called: 'name',
    word: 'creating a cylinder group',
    taken: "This key system has a cylinder group called 'NEW-1' already.",
    object: group,
  },
] as const;

describe.each(kinds)('a $kind', ({ kind, create, get, update, remove, list, called, word, taken, object }) => {
  const calls = (app: TestApp) => {
    const { call } = app.as('superadmin');
    const made = (input: object) => input as never; // of either kind
    return {
      create: (body: object) => call(create, made({ body })),
      get: (id: string) => call(get, { params: { id } }),
      update: (id: string, body: object, headers = {}) => call(update, made({ params: { id }, body }), { headers }),
      remove: (id: string) => call(remove, { params: { id } }),
      list: async (query: object) => (await call(list, made({ query }))).body,
    };
  };

  test('is planned here, changed and deleted again', async ({ app }) => {
    const { main } = await twoHouses(app);
    const { create, get, update, remove, list } = calls(app);
    const own = { own_name: 'Blue door', notes: 'Ordered in May' };
    const { status, body, headers } = await create({ connection_id: main.id, [called]: 'NEW-1', ...own });
    expect([status, headers.get('etag')]).toEqual([201, '"1"']);
    expect(body).toMatchObject({
      ...own,
      [called]: 'NEW-1',
      is_planned: true,
      external_id: '',
      read_at: null,
      version: 1,
    });
    expect((await list({ is_planned: 'true' })).items.map(({ id }) => id)).toEqual([body.id]);
    expect((await list({ is_planned: 'false' })).items.map(({ id }) => id)).not.toContain(body.id);
    expect((await list({ search: 'blue' })).items.map(({ id }) => id)).toEqual([body.id]);
    const changed = await update(body.id, { [called]: 'NEW-2', domain: 'north', notes: null }, { 'if-match': '"1"' });
    expect(changed.body).toMatchObject({
      [called]: 'NEW-2',
      domain: 'north',
      own_name: 'Blue door',
      notes: null,
      version: 2,
    });
    expect((await get(body.id)).body).toEqual(changed.body);
    expect((await update(body.id, { notes: 'x' }, { 'if-match': '"1"' })).problem.code).toBe('version_conflict');
    expect((await update(body.id, {})).problem.detail).toBe('No valid fields provided for update.');
    expect((await remove(body.id)).body).toEqual({ success: true, message: "'NEW-2' was deleted." });
    for (const gone of [await get(body.id), await update(body.id, own), await remove(body.id)]) {
      expect(gone.status).toBe(404);
    }
    const events = await app.db
      .selectFrom('audit_event')
      .select(['action', 'details'])
      .where('target_id', '=', body.id)
      .orderBy('id')
      .execute();
    expect(events.map(({ action }) => action)).toEqual([`${kind}.created`, `${kind}.updated`, `${kind}.deleted`]);
    expect(events[1]?.details).toEqual({
      before: { [called]: 'NEW-1', domain: '', notes: 'Ordered in May' },
      after: { [called]: 'NEW-2', domain: 'north', notes: null },
    });
  });

  test('needs a key system and a name of its own there', async ({ app }) => {
    const { main, annexe } = await twoHouses(app);
    const { create, update } = calls(app);
    const planned = { connection_id: main.id, [called]: 'NEW-1' };
    const { body } = await create(planned);
    expect((await create({ ...planned, [called]: 'new-1' })).problem.detail).toBe(taken.replace('NEW-1', 'new-1'));
    expect((await create({ ...planned, connection_id: annexe.id })).status).toBe(201);
    const { body: second } = await create({ ...planned, [called]: 'NEW-2' });
    expect((await update(second.id, { [called]: 'NEW-1' })).problem.detail).toBe(taken);
    expect((await update(body.id, { [called]: 'NEW-1' })).status).toBe(200);
    expect((await create({ ...planned, connection_id: randomUUID() })).status).toBe(404);
    const refused = [
      await create({ [called]: 'A' }),
      await create({ connection_id: main.id }),
      await create({ ...planned, [called]: ' ' }),
    ];
    expect(refused.map(({ problem }) => problem.errors)).toEqual([
      [{ path: 'connection_id', message: `connection_id is required for ${word}` }],
      [{ path: called, message: `${called} is required for ${word}` }],
      [{ path: called, message: `${called} is required for ${word}` }],
    ]);
  });

  test('is made once for one Idempotency-Key', async ({ app }) => {
    const { main } = await twoHouses(app);
    const send = () =>
      app.as('superadmin').send(create, { body: { connection_id: main.id, [called]: 'NEW-1' } } as never, {
        headers: { 'idempotency-key': 'once' },
      }); // of either kind
    const [first, again] = [await send(), await send()];
    expect([first.status, again.status, again.body]).toEqual([201, 201, first.body]);
  });

  test('that the key system has keeps what it says; ours stays beside it, whatever is read', async ({ app }) => {
    const system = await aReadKeySystem(app);
    const { id } = kind === 'cylinder' ? system.cylinder('C-0001') : system.group('G-01');
    const { get, update, remove } = calls(app);
    const { body: before } = await get(id);
    expect(before).toMatchObject({ own_name: null, notes: null, is_planned: false, version: 1 });
    const other = { path: called, message: 'The key system says this. Change it there, then read its inventory.' };
    expect((await update(id, { own_name: 'Ours', [called]: 'Other' })).problem.errors).toEqual([other]);
    const own = { own_name: 'Ours', notes: 'Sticks in winter' };
    const said = 'marking' in before ? { marking: before.marking, group_id: before.group_id } : { name: before.name };
    const { body } = await update(id, { ...own, ...said });
    expect(body).toEqual({ ...before, ...own, version: 2 });
    alterList(app, kind === 'cylinder' ? 'cylinders' : 'cylinder-groups', (items) =>
      items.map((item) => (item.external_id === before.external_id ? { ...item, name: 'Renamed there' } : item)),
    );
    expect((await readInventory(app, system.id)).status).toBe('SUCCESS');
    expect((await get(id)).body).toMatchObject({ ...own, name: 'Renamed there', version: 2 });
    const { status, problem } = await remove(id);
    expect([status, problem]).toMatchObject([
      409,
      {
        success: false,
        error: 'constraint_violation',
        constraint_name: `${kind}_in_key_system`,
        related_records: { key_systems: 1 },
        message: expect.stringContaining(`is still in the key system '${system.name}'`),
      },
    ]);
  });

  test('that is planned is named by rules and profiles, which keep it from being deleted', async ({ app }) => {
    const { main } = await twoHouses(app);
    const { create, remove } = calls(app);
    const { id } = (await create({ connection_id: main.id, [called]: 'NEW-1' })).body;
    const source = await aConnection(app);
    const { id: plan } = await aKeyPlan(app, { sources: [source.id] });
    await aRule(app, { plan, source: source.id, departments: ['Ward'], objects: [object(id)] });
    await aProfile(app, plan, kind === 'cylinder' ? { cylinders: [id] } : { groups: [id] });
    const { status, problem } = await remove(id);
    expect([status, problem]).toMatchObject([
      409,
      { constraint_name: `${kind}_in_use`, related_records: { access_rules: 1, access_profiles: 1 } },
    ]);
  });
});

describe('what is planned, and the key system', () => {
  test('a planned cylinder is never written there, and is the listed one once its marking is', async ({ app }) => {
    const system = await aReadKeySystem(app);
    const { id: source } = await aConnection(app);
    await aPerson(app, { connection_id: source, department: 'Ward' });
    const { call } = app.as('superadmin');
    const body = { connection_id: system.id, marking: 'NEW-1', name: 'Wing C', own_name: 'Blue door' };
    const { id } = (await call(cylinders.create, { body })).body;
    const { id: plan } = await aKeyPlan(app, { sources: [source], keySystems: [system.id] });
    await aRule(app, { plan, source, departments: ['Ward'], objects: [cylinder(id)] });
    expect((await syncNow(app, { dry_run: true })).result).toMatchObject({ outcome: 'nothing_to_do' });
    expect((await readInventory(app, system.id)).status).toBe('SUCCESS');
    const counted = await call(keySystems.get, { params: { id: system.id } });
    expect(counted.body.cylinders).toBe(296);
    alterList(app, 'cylinders', (items) => [
      ...items,
      { ...items[0], external_id: 'C-NEW', marking: 'NEW-1', name: 'Wing C 1' },
    ]);
    expect((await readInventory(app, system.id)).status).toBe('SUCCESS');
    const listed = (await call(cylinders.get, { params: { id } })).body;
    expect(listed).toMatchObject({ external_id: 'C-NEW', name: 'Wing C 1', own_name: 'Blue door', is_planned: false });
    expect((await syncNow(app, { dry_run: true })).result?.counts).toMatchObject({ profile_put: 1 });
  });

  test('a planned group takes planned cylinders in, and both are met by what is listed', async ({ app }) => {
    const system = await aReadKeySystem(app);
    const { call } = app.as('superadmin');
    const groupId = (await call(cylinders.createGroup, { body: { connection_id: system.id, name: 'Wing C' } })).body.id;
    const body = { connection_id: system.id, marking: 'NEW-1', group_id: groupId };
    const made = await call(cylinders.create, { body });
    expect(made.body).toMatchObject({ group_name: 'Wing C', name: 'NEW-1', state: 'planned' });
    const used = await call(cylinders.removeGroup, { params: { id: groupId } });
    expect(used.problem).toMatchObject({ related_records: { cylinders: 1 } });
    const elsewhere = await twoHouses(app);
    const wrong = await call(cylinders.update, {
      params: { id: made.body.id },
      body: { group_id: elsewhere.groupId('Labs') },
    });
    expect(wrong.problem.errors).toMatchObject([{ path: 'group_id' }]);
    alterList(app, 'cylinder-groups', (items) => [...items, { ...items[0], external_id: 'G-NEW', name: 'Wing C' }]);
    expect((await readInventory(app, system.id)).status).toBe('SUCCESS');
    const { body: found } = await call(cylinders.group, { params: { id: groupId } });
    expect(found).toMatchObject({ external_id: 'G-NEW', is_planned: false, cylinders: 1 });
  });

  test('two listed ones of one marking leave the planned one alone', async ({ app }) => {
    const system = await aReadKeySystem(app);
    const { call } = app.as('superadmin');
    const { id } = (await call(cylinders.create, { body: { connection_id: system.id, marking: 'NEW-1' } })).body;
    const twins = ['C-NEW-1', 'C-NEW-2'].map((external_id) => ({ external_id, marking: 'NEW-1' }));
    alterList(app, 'cylinders', (items) => [...items, ...twins.map((twin) => ({ ...items[0], ...twin }))]);
    expect((await readInventory(app, system.id)).status).toBe('SUCCESS');
    expect((await call(cylinders.get, { params: { id } })).body.is_planned).toBe(true);
  });
});
