import { cylinders, keySystems } from '@key2xs/contract';
import { sql } from 'kysely';
import { describe } from 'vitest';
import { expect, type TestApp, test } from '#test/app';
import { aKeySystem, disturb, readInventory } from '#test/factories/key-systems';

const get = async (app: TestApp, id: string) =>
  (await app.as('superadmin').call(keySystems.get, { params: { id } })).body;

const mirrorVersion = async ({ db }: TestApp) =>
  (await db.selectFrom('key_system_connection').select('mirror_version').executeTakeFirstOrThrow()).mirror_version;

/** Row versions of the database: whatever is written gets another one. */
async function rowVersions({ db }: TestApp) {
  const { rows } = await sql<{ id: string }>`
    select id || ' ' || xmin as id from cylinder union all select id || ' ' || xmin from cylinder_group
    union all select id || ' ' || xmin from key order by 1`.execute(db);
  return rows.map(({ id }) => id);
}

type Listed = { first_result: number; total: number; items: Record<string, unknown>[] };

/** Until the test has ended, the sandbox answers a list as `alter` makes it. */
function alterList(app: TestApp, list: string, alter: (items: Listed['items']) => Listed['items']) {
  disturb(app, ({ path }) =>
    path.endsWith(`/${list}`)
      ? {
          kind: 'alter_answer',
          alter: (body) => {
            const items = alter((body as Listed).items); // what the sandbox answers to a list
            return { first_result: 0, total: items.length, items };
          },
        }
      : undefined,
  );
}

describe('POST /key-systems/connections/:id/read-inventory', () => {
  test('makes the mirror and counts what it read', async ({ app }) => {
    const { id } = await aKeySystem(app);
    const task = await readInventory(app, id);
    expect(task).toMatchObject({
      kind: 'inventory',
      status: 'SUCCESS',
      phase: 'finished',
      result: { outcome: 'read', counts: { cylinder_groups: 41, cylinders: 296, keys: 60 }, failed: 0 },
      key_system_connection_id: id,
    });
    expect(await get(app, id)).toMatchObject({
      status: 'ACTIVE',
      cylinders: 296,
      cylinder_groups: 41,
      inventory_read_at: expect.any(String),
      last_successful_interaction: expect.any(String),
    });
    const { body } = await app.as('superadmin').call(cylinders.list, { query: { search: 'C', limit: 1 } });
    expect(body.items[0]).toMatchObject({ connection_id: id, domain: 'city' });
  });

  test('writes nothing when nothing changed', async ({ app }) => {
    const { id } = await aKeySystem(app);
    await readInventory(app, id);
    const before = { rows: await rowVersions(app), mirror: await mirrorVersion(app), ...(await get(app, id)) };
    await readInventory(app, id);
    expect(await rowVersions(app)).toEqual(before.rows);
    expect(await mirrorVersion(app)).toBe(before.mirror);
    const { inventory_read_at, version } = await get(app, id);
    expect(Date.parse(inventory_read_at ?? '')).toBeGreaterThan(Date.parse(before.inventory_read_at ?? ''));
    expect(version).toBe(before.version);
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
    expect(await mirrorVersion(app)).toBe('2');
    expect((await get(app, id)).cylinders).toBe(295);
    const gone = await app.as('superadmin').call(cylinders.get, { params: { id: before.id } });
    expect(gone.status).toBe(404);

    app.sandbox.fault(undefined);
    await readInventory(app, id);
    expect(await find()).toEqual(before);
    expect(await mirrorVersion(app)).toBe('3');
  });

  test('takes over what changed of a cylinder, its group too', async ({ app }) => {
    const { id } = await aKeySystem(app);
    await readInventory(app, id);
    const untouched = (await rowVersions(app)).length - 1;
    const before = await rowVersions(app);
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
    expect((await rowVersions(app)).filter((row) => kept.has(row))).toHaveLength(untouched);
  });

  test('leaves the mirror as it was when a list cannot be read to its end', async ({ app }) => {
    const { id } = await aKeySystem(app);
    await readInventory(app, id);
    const before = await rowVersions(app);
    disturb(app, ({ path }) => (path.endsWith('/keys') ? { kind: 'answer', status: 403, body: '{}' } : undefined));
    const sentence =
      'The key system knows our client certificate, but it gives no right to this. ' +
      'Have the rights of the certificate extended in the key system.';
    expect(await readInventory(app, id)).toMatchObject({ status: 'FAILURE', error: sentence, result: null });
    expect(await rowVersions(app)).toEqual(before);
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
});
