import { cylinders, keySystems } from '@key2xs/contract';
import { sql } from 'kysely';
import { describe, onTestFinished } from 'vitest';
import { expect, type TestApp, test } from '#test/app';
import { aHouse, syncNow } from '#test/factories/key-plans';
import {
  aKeySystem,
  alterList,
  asAnotherClient,
  disturb,
  mirrorVersions,
  readInventory,
} from '#test/factories/key-systems';
import { anEntry } from '#test/factories/work-list';

const get = async (app: TestApp, id: string) =>
  (await app.as('superadmin').call(keySystems.get, { params: { id } })).body;

const mirrorVersion = async ({ db }: TestApp) =>
  (await db.selectFrom('key_system_connection').select('mirror_version').executeTakeFirstOrThrow()).mirror_version;

type Changes = Record<string, { new: number; changed: number; deleted: number }>;

/** What the last read says that it has written. */
async function lastChanges({ db }: TestApp): Promise<Changes> {
  const { details } = await db
    .selectFrom('audit_event')
    .select('details')
    .where('action', '=', 'key_system.inventory_read')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  return (details as { changes: Changes }).changes; // as the step writes it
}

describe('POST /key-systems/connections/:id/read-inventory', () => {
  test('makes the mirror and counts what it read', async ({ app }) => {
    const { id } = await aKeySystem(app);
    const counts = {
      cylinder_groups: 41,
      cylinders: 296,
      keys: 60,
      persons: app.sandbox.state().counts.city?.persons ?? 0,
      profiles: app.sandbox.state().counts.city?.profiles ?? 0,
      programming_jobs: app.sandbox.state().counts.city?.jobs ?? 0,
      programming_keys: 4,
      programming_devices: 5,
      access_events: 240,
    };
    const task = await readInventory(app, id);
    expect(task).toMatchObject({
      kind: 'inventory',
      status: 'SUCCESS',
      phase: 'finished',
      result: { outcome: 'read', counts, failed: 0 },
      key_system_connection_id: id,
    });
    expect(await get(app, id)).toMatchObject({
      status: 'ACTIVE',
      is_sandbox: true,
      capabilities: expect.arrayContaining(['read_cylinders', 'read_access_events']),
      cylinders: 296,
      cylinder_groups: 41,
      inventory_counts: counts,
      inventory_read_at: expect.any(String),
      last_successful_interaction: expect.any(String),
    });
    const { body } = await app.as('superadmin').call(cylinders.list, { query: { search: 'C', limit: 1 } });
    expect(body.items[0]).toMatchObject({ connection_id: id, domain: 'city' });
    expect((await lastChanges(app)).persons).toEqual({ new: counts.persons, changed: 0, deleted: 0 });
  });

  test('writes nothing when nothing changed', async ({ app }) => {
    const { id } = await aKeySystem(app);
    await readInventory(app, id);
    const before = { rows: await mirrorVersions(app), mirror: await mirrorVersion(app), ...(await get(app, id)) };
    await readInventory(app, id);
    expect(before.rows.length).toBeGreaterThan(600);
    expect(await mirrorVersions(app)).toEqual(before.rows);
    expect(await mirrorVersion(app)).toBe(before.mirror);
    const { inventory_read_at, inventory_counts, version } = await get(app, id);
    expect(Date.parse(inventory_read_at ?? '')).toBeGreaterThan(Date.parse(before.inventory_read_at ?? ''));
    expect([inventory_counts, version]).toEqual([before.inventory_counts, before.version]);
    expect(await lastChanges(app)).toEqual({ access_events: { new: 0, changed: 0, deleted: 0 } });
  });

  test.for<[list: string, kind: string, id: string, column: string]>([
    ['cylinder-groups', 'cylinder_groups', 'external_id', 'name'],
    ['cylinders', 'cylinders', 'external_id', 'location'],
    ['keys', 'keys', 'external_id', 'serial'],
    ['persons', 'persons', 'identity', 'surname'],
    ['profiles', 'profiles', 'identity', 'description'],
    ['programming-jobs', 'programming_jobs', 'external_id', 'assigned_key'],
    ['programming-keys', 'programming_keys', 'external_id', 'marking'],
  ])('takes over what is new, changed, gone and back of %s', async ([list, kind, key, column], { app }) => {
    const { id } = await aKeySystem(app);
    await readInventory(app, id);
    const before = await get(app, id);
    alterList(app, list, ([first, second, ...others]) => [
      { ...first, [column]: 'Ärger \0 and \ud800' },
      ...others,
      { ...second, [key]: 'X-1', ...(key === 'identity' && { reference: null }) },
    ]);
    await readInventory(app, id);
    expect((await lastChanges(app))[kind]).toEqual({ new: 1, changed: 1, deleted: 1 });
    await readInventory(app, id);
    expect((await lastChanges(app))[kind]).toBeUndefined();

    app.sandbox.fault(undefined);
    await readInventory(app, id);
    expect((await lastChanges(app))[kind]).toEqual({ new: 1, changed: 1, deleted: 1 });
    const { cylinders: doors, cylinder_groups, inventory_counts } = await get(app, id);
    expect([doors, cylinder_groups, inventory_counts]).toEqual([296, 41, before.inventory_counts]);
  });

  test('raises the version of the mirror only for cylinders and groups', async ({ app }) => {
    const { id } = await aKeySystem(app);
    await readInventory(app, id);
    const before = await mirrorVersion(app);
    alterList(app, 'keys', (items) => items.slice(1));
    await readInventory(app, id);
    expect(await mirrorVersion(app)).toBe(before);
    alterList(app, 'cylinders', (items) => items.slice(1));
    await readInventory(app, id);
    expect(Number(await mirrorVersion(app))).toBeGreaterThan(Number(before));
  });

  test('mirrors when keys work, how full lists are and what programs them, and not known where it is not told', async ({
    app,
  }) => {
    const { id } = await aKeySystem(app);
    const [until, from] = ['2026-06-01T00:00:00.000Z', '2026-05-01T00:00:00.000Z'];
    const schedule = [{ days: [1, 5], from: '22:00', to: '06:00' }];
    const reference = `block ${id}`;
    await asAnotherClient(app, async (session) => {
      const validity = { mode: 'between' as const, from, until };
      await session.setKeyTimes('K-0001', { validity, revalidation_minutes: 60, schedule });
      await session.setKeyAccess('K-0001', { cylinders: ['C-0181'], cylinder_groups: ['G-01'] });
      await session.putProgrammingJob({ reference, cylinder: 'C-0181', kind: 'block', key: 'K-0001' });
      await session.assignProgrammingJob({ reference }, 'PK-03');
    });
    await readInventory(app, id);
    const of = async (
      table: 'key' | 'programming_job' | 'programming_key',
      column: 'external_id' | 'reference',
      is: string,
    ) =>
      (
        await sql<object>`select * from ${sql.table(table)} where connection_id = ${id} and ${sql.ref(column)} = ${is}`.execute(
          app.db,
        )
      ).rows[0];
    expect(await of('key', 'external_id', 'K-0001')).toMatchObject({
      ...{ validity: 'between', valid_from: new Date(from), valid_until: new Date(until) },
      ...{ revalidation_minutes: 60, schedule, own_cylinders: ['C-0181'], own_groups: ['G-01'] },
      ...{ access_used: expect.any(Number), access_limit: 800, changed_at: expect.any(Date) },
    });
    expect(await of('key', 'external_id', 'K-0006')).toMatchObject({
      validity: null,
      schedule: null,
      changed_at: null,
    });
    const job = { key_external_id: 'K-0001', assigned_key: 'PK-03', state: 'assigned' };
    expect(await of('programming_job', 'reference', reference)).toMatchObject(job);
    expect(await of('programming_key', 'external_id', 'PK-03')).toMatchObject({ job_limit: 30, kind: 'sub_master' });
    const door = await app.db.selectFrom('cylinder').selectAll().where('external_id', '=', 'C-0181').executeTakeFirst();
    expect(door).toMatchObject({ block_used: 0, block_limit: 3_000, events_limit: 1_000 });

    app.sandbox.offer('query_only');
    onTestFinished(() => app.sandbox.offer('full'));
    await readInventory(app, id);
    const unknown = {
      validity: null,
      valid_from: null,
      revalidation_minutes: null,
      schedule: null,
      own_cylinders: null,
    };
    expect(await of('key', 'external_id', 'K-0001')).toMatchObject({ ...unknown, access_used: null, changed_at: null });
    expect(await of('programming_key', 'external_id', 'PK-03')).toMatchObject({ deleted_at: null });
  });

  test('leaves a cylinder without a group when its group is gone', async ({ app }) => {
    const { id } = await aKeySystem(app);
    await readInventory(app, id);
    const grouped = async () => {
      const { count } = await app.db
        .selectFrom('cylinder')
        .select((q) => q.fn.count<string>('group_id').as('count'))
        .executeTakeFirstOrThrow();
      return Number(count);
    };
    const before = await grouped();
    alterList(app, 'cylinder-groups', (items) => items.filter(({ external_id }) => external_id !== 'G-24'));
    await readInventory(app, id);
    const { changed = 0 } = (await lastChanges(app)).cylinders ?? {};
    expect(changed).toBeGreaterThan(0);
    expect(await grouped()).toBe(before - changed);
    app.sandbox.fault(undefined);
    await readInventory(app, id);
    expect(await grouped()).toBe(before);
  });

  test('marks a cylinder that is gone, and knows it again when it returns', async ({ app }) => {
    const { id } = await aKeySystem(app);
    await readInventory(app, id);
    const find = () =>
      app.db.selectFrom('cylinder').selectAll().where('external_id', '=', 'C-0003').executeTakeFirstOrThrow();
    const before = await find();

    alterList(app, 'cylinders', (items) => items.filter(({ external_id }) => external_id !== 'C-0003'));
    await readInventory(app, id);
    expect((await find()).deleted_at).not.toBeNull();
    expect((await get(app, id)).cylinders).toBe(295);
    const gone = await app.as('superadmin').call(cylinders.get, { params: { id: before.id } });
    expect(gone.status).toBe(404);

    app.sandbox.fault(undefined);
    await readInventory(app, id);
    expect(await find()).toEqual(before);
  });

  test('takes over what changed of a cylinder, its group too', async ({ app }) => {
    const { id } = await aKeySystem(app);
    await readInventory(app, id);
    const untouched = (await mirrorVersions(app)).length - 1;
    const before = await mirrorVersions(app);
    alterList(app, 'cylinders', (items) =>
      items.map((item) =>
        item.external_id === 'C-0001' ? { ...item, marking: 'NEW-1', group_external_id: 'G-24' } : item,
      ),
    );
    await readInventory(app, id);
    const moved = await app.db
      .selectFrom('cylinder')
      .innerJoin('cylinder_group', 'cylinder_group.id', 'cylinder.group_id')
      .select(['cylinder.marking', 'cylinder_group.external_id'])
      .where('cylinder.external_id', '=', 'C-0001')
      .executeTakeFirst();
    expect(moved).toEqual({ marking: 'NEW-1', external_id: 'G-24' });
    const kept = new Set(before);
    expect((await mirrorVersions(app)).filter((row) => kept.has(row))).toHaveLength(untouched);
  });

  test('leaves the mirror as it was when a list cannot be read to its end', async ({ app }) => {
    const { id } = await aKeySystem(app);
    await readInventory(app, id);
    const before = await mirrorVersions(app);
    disturb(app, ({ path }) => (path.endsWith('/keys') ? { kind: 'answer', status: 403, body: '{}' } : undefined));
    const sentence =
      'The key system knows our client certificate, but it gives no right to this. It answered with HTTP status 403. ' +
      'Have the rights of the certificate extended in the key system.';
    expect(await readInventory(app, id)).toMatchObject({ status: 'FAILURE', error: sentence, result: null });
    expect(await mirrorVersions(app)).toEqual(before);
    expect(await get(app, id)).toMatchObject({ status: 'ERROR', error_message: sentence });
  });

  test('reads on after a moment of trouble', async ({ app }) => {
    const { id } = await aKeySystem(app);
    let troubles = 6;
    disturb(app, () => (troubles-- > 0 ? { kind: 'reset' } : undefined));
    expect(await readInventory(app, id)).toMatchObject({ status: 'SUCCESS', error: null });
    expect(await get(app, id)).toMatchObject({ status: 'ACTIVE', error_message: null });
  });

  test('is refused while another run over the same key system has not ended', async ({ app }) => {
    const { id, name } = await aKeySystem(app);
    const { call } = app.as('superadmin');
    const first = await call(keySystems.readInventory, { params: { id } });
    const { status, problem } = await call(keySystems.readInventory, { params: { id } });
    expect([status, problem.code, problem.detail, problem.task_id]).toEqual([
      409,
      'sync_in_progress',
      `A run over ${name} has not ended yet. Wait for it, then try again.`,
      first.body.task_id,
    ]);
    await app.ended(first.body.task_id);
  });

  test('is refused for an inactive key system', async ({ app }) => {
    const { id, name } = await aKeySystem(app, { is_active: false });
    const { status, problem } = await app.as('superadmin').call(keySystems.readInventory, { params: { id } });
    expect([status, problem.detail]).toEqual([409, `'${name}' is inactive. Activate it first.`]);
  });

  test('skips what the connection does not offer, and keeps what was known of it', async ({ app }) => {
    const { id } = await aKeySystem(app);
    app.sandbox.act('create-person', { first_name: 'Ida', surname: 'Invented', email: 'ida@acme.example' });
    await readInventory(app, id);
    const before = await get(app, id);
    app.sandbox.offer('query_only');
    onTestFinished(() => app.sandbox.offer('full'));
    const references = async () => {
      const rows = await app.db
        .selectFrom('recorded_person')
        .select(['reference', 'email'])
        .orderBy('identity')
        .execute();
      return rows.filter(({ reference, email }) => reference !== null || email !== null);
    };
    const known = await references();
    expect(known.length).toBeGreaterThan(0);

    const { result } = await readInventory(app, id);
    expect(Object.keys(result?.counts ?? {}).sort()).toEqual(['access_events', 'keys', 'persons']);
    const after = await get(app, id);
    expect(after).toMatchObject({ status: 'ACTIVE', cylinders: 296, cylinder_groups: 41 });
    expect(after.capabilities).toEqual(['read_persons', 'read_keys', 'read_access_events']);
    const { cylinders: doors, profiles, programming_jobs } = before.inventory_counts;
    expect(after.inventory_counts).toMatchObject({ cylinders: doors, profiles, programming_jobs });
    expect(await references()).toEqual(known);
  });

  test('forgets nothing when it is offered less from the middle of a read on', async ({ app }) => {
    const { id } = await aKeySystem(app);
    app.sandbox.act('create-person', { first_name: 'Jon', surname: 'Invented', email: 'jon@acme.example' });
    await readInventory(app, id);
    const listPersons = () =>
      app.db
        .selectFrom('recorded_person')
        .select(['email', 'deleted_at'])
        .orderBy('connection_id')
        .orderBy('identity')
        .execute();
    const before = await listPersons();
    onTestFinished(() => app.sandbox.offer('full'));
    disturb(app, ({ path }) => {
      if (path.endsWith('/persons')) app.sandbox.offer('query_only');
      return undefined;
    });
    const { status, result } = await readInventory(app, id);
    expect([status, result?.counts.profiles]).toEqual(['SUCCESS', undefined]);
    expect(await listPersons()).toEqual(before);
  });

  test('restores the read state of a person that a sync has changed meanwhile', async ({ app }) => {
    const { identity } = app.sandbox.act('create-person', { first_name: 'Ida', surname: 'Invented' });
    const { id } = (await aHouse(app, [])).system;
    await anEntry(app, id); // open work for a person, so a sync looks for persons created by hand
    const surname = async () => {
      const { surname } = await app.db
        .selectFrom('recorded_person')
        .select('surname')
        .where('connection_id', '=', id)
        .where('identity', '=', identity)
        .executeTakeFirstOrThrow();
      return surname;
    };
    app.sandbox.act('rename-person', { person: identity, first_name: 'Ida', surname: 'Married' });
    await syncNow(app);
    expect(await surname()).toBe('Married');
    app.sandbox.act('rename-person', { person: identity, first_name: 'Ida', surname: 'Invented' });
    await readInventory(app, id);
    expect(await surname()).toBe('Invented');
  });

  test.for(['full', 'query_only'] as const)('takes keys as they were when their list was begun, %s', async (profile, {
    app,
  }) => {
    const { id } = await aKeySystem(app);
    onTestFinished(() => app.sandbox.offer('full'));
    app.sandbox.offer(profile);
    const { clock } = app.deps;
    let hours = 0;
    app.deps.clock = () => new Date(clock().getTime() + hours * 3_600_000);
    onTestFinished(() => void Object.assign(app.deps, { clock }));
    disturb(app, ({ operation, path }) => {
      if (path.endsWith('/keys') || operation === 'getKeysForPerson') hours = 1;
      return undefined;
    });
    const before = clock().getTime();
    await readInventory(app, id);
    const { keys_read_at } = await app.db
      .selectFrom('key_system_connection')
      .select('keys_read_at')
      .executeTakeFirstOrThrow();
    expect(hours).toBe(1);
    expect((keys_read_at?.getTime() ?? Infinity) - before).toBeLessThan(3_600_000);
  });
});
