import { randomUUID } from 'node:crypto';
import { type Input, keys } from '@key2xs/contract';
import { parse } from 'csv-parse/sync';
import type { Insertable } from 'kysely';
import { describe } from 'vitest';
import type { Schema } from '#platform/schema/schema';
import { expect, type TestApp, test } from '#test/app';
import { aConnection } from '#test/factories/iam';
import { aKeySystem } from '#test/factories/key-systems';
import { aPerson } from '#test/factories/people';

type KeyRow = Insertable<Schema['key']>;

async function aKey({ db }: TestApp, connection_id: string, values: Partial<KeyRow> & { marking: string }) {
  const id = randomUUID();
  const row = {
    external_id: `K ${values.marking}`,
    name: 'Key',
    serial: id.slice(0, 6),
    key_type: 'quartz',
    state: 'in_stock',
  };
  await db
    .insertInto('key')
    .values({ ...row, holder_identity: null, ...values, id, connection_id })
    .execute();
  return id;
}

async function aHolder(
  { db }: TestApp,
  connection_id: string,
  identity: string,
  name: [string, string],
  reference: string | null,
) {
  const [first_name, surname] = name;
  await db
    .insertInto('recorded_person')
    .values({
      connection_id,
      identity,
      reference,
      first_name,
      surname,
      email: null,
      employee_id: null,
      active: true,
      first_read_at: new Date(),
    })
    .execute();
}

/** Keys of two key systems: one of ours has one, others have two, one is in stock, one is deleted. */
async function aKeyCabinet(app: TestApp) {
  const main = await aKeySystem(app);
  const annexe = await aKeySystem(app);
  const { id: source } = await aConnection(app);
  const person = await aPerson(app, { connection_id: source });
  await aHolder(app, main.id, 'P-1', ['Öykü', 'Invented'], person.id);
  await aHolder(app, main.id, 'P-2', ['Bo', 'Made-Up'], 'not an id');
  await aHolder(app, annexe.id, 'P-1', ['Zoe', 'Elsewhere'], null);
  const first = await aKey(app, main.id, {
    marking: 'A-1',
    name: 'Master',
    serial: 'S100',
    holder_identity: 'P-1',
    state: 'handed_out',
    last_update_at: '2026-01-02T00:00:00Z',
  });
  await aKey(app, main.id, {
    marking: 'B-2',
    holder_identity: 'P-2',
    state: 'handed_out',
    key_type: 'connect',
    last_update_at: '2026-01-01T00:00:00Z',
  });
  await aKey(app, main.id, { marking: 'C-3', holder_identity: 'P-9', state: 'lost' });
  await aKey(app, main.id, { marking: 'D-4', deleted_at: new Date() });
  await aKey(app, annexe.id, { marking: 'X-9', name: '100% spare' });
  return { main, annexe, person, first };
}

type Query = Input<typeof keys.list>['query'];

const list = async (app: TestApp, query: Query = {}) => (await app.as('superadmin').call(keys.list, { query })).body;
const markings = async (app: TestApp, query: Query) => {
  const { items, total } = await list(app, query);
  expect(total).toBe(items.length);
  return items.map(({ marking }) => marking);
};

describe('GET /keys', () => {
  test('tells who holds a key, and who of them is ours', async ({ app }) => {
    const { main, person } = await aKeyCabinet(app);
    const { items, total, limit, offset } = await list(app);
    expect([total, limit, offset]).toEqual([4, 50, 0]);
    expect(items[0]).toMatchObject({
      connection_id: main.id,
      connection_name: main.name,
      external_id: 'K A-1',
      serial: 'S100',
      holder: { identity: 'P-1', name: 'Öykü Invented', person_id: person.id },
      last_update_at: '2026-01-02T00:00:00.000Z',
      read_at: null,
    });
    expect(items.map(({ holder }) => holder)).toMatchObject([
      {},
      { identity: 'P-2', name: 'Bo Made-Up', person_id: null },
      { identity: 'P-9', name: 'P-9', person_id: null },
      null,
    ]);
  });

  test('lists what a person of ours holds', async ({ app }) => {
    const { person } = await aKeyCabinet(app);
    expect(await markings(app, { person_id: person.id })).toEqual(['A-1']);
    expect(await markings(app, { person_id: randomUUID() })).toEqual([]);
  });

  test.for<[Query, string[]]>([
    [{ search: 'a-1' }, ['A-1']],
    [{ search: 'MASTER' }, ['A-1']],
    [{ search: 's100' }, ['A-1']],
    [{ search: 'öykü' }, ['A-1']],
    [{ search: 'ÖYKÜ INV' }, ['A-1']],
    [{ search: 'elsewhere' }, []],
    [{ search: '%' }, ['X-9']],
    [{ search: "' or 1=1" }, []],
    [{ key_type: 'connect' }, ['B-2']],
    [{ state: 'handed_out' }, ['A-1', 'B-2']],
    [{ holder: 'any' }, ['A-1', 'B-2', 'C-3']],
    [{ holder: 'none' }, ['X-9']],
    [{ holder: 'any', state: 'lost' }, ['C-3']],
    [{ sort: '-marking' }, ['X-9', 'C-3', 'B-2', 'A-1']],
    [{ sort: 'name' }, ['X-9', 'B-2', 'C-3', 'A-1']],
    [{ sort: 'state' }, ['A-1', 'B-2', 'X-9', 'C-3']],
    [{ sort: 'holder' }, ['B-2', 'A-1', 'C-3', 'X-9']],
    [{ sort: 'last_update_at' }, ['B-2', 'A-1', 'C-3', 'X-9']],
    [{ sort: '-last_update_at' }, ['A-1', 'B-2', 'X-9', 'C-3']],
  ])('for %o', async ([query, expected], { app }) => {
    await aKeyCabinet(app);
    expect(await markings(app, query)).toEqual(expected);
  });

  test('of one key system, page by page', async ({ app }) => {
    const { main, annexe } = await aKeyCabinet(app);
    expect(await markings(app, { connection_id: annexe.id })).toEqual(['X-9']);
    const page = await list(app, { connection_id: main.id, limit: 2, offset: 1 });
    expect([page.items.map(({ marking }) => marking), page.total]).toEqual([['B-2', 'C-3'], 3]);
    expect((await list(app, { limit: 9_999 })).limit).toBe(200);
  });
});

describe('GET /keys', () => {
  const find = async (app: TestApp, marking: string) =>
    (await app.as('superadmin').call(keys.list, { query: { search: marking } })).body.items[0];

  test('tells when a key works, and whether an update is pending, as far as it is known', async ({ app }) => {
    const { id } = await aKeySystem(app);
    const updated = '2026-01-02T00:00:00.000Z';
    const known = {
      key_type: 'quartz',
      validity: 'between' as const,
      valid_from: '2026-01-01T00:00:00.000Z',
      valid_until: '2026-03-01T00:00:00.000Z',
      revalidation_minutes: 1_440,
      schedule: JSON.stringify([{ days: [1], from: '08:00', to: '24:00' }]),
      last_update_at: updated,
    };
    await aKey(app, id, { marking: 'Q-1', ...known, changed_at: updated });
    await aKey(app, id, { marking: 'Q-2', ...known, changed_at: '2026-01-02T00:00:00.001Z' });
    await aKey(app, id, { marking: 'Q-3', last_update_at: updated });
    const { validity, valid_from, valid_until, revalidation_minutes } = known;
    const schedule = [{ days: [1], from: '08:00', to: '24:00' }];
    const times = { validity, valid_from, valid_until, revalidation_minutes, schedule };
    expect(await find(app, 'Q-1')).toMatchObject({
      times,
      changed_at: updated,
      update_pending: false,
      update_by: '2026-01-03T00:00:00.000Z',
    });
    expect(await find(app, 'Q-2')).toMatchObject({ times, update_pending: true, update_by: null });
    const unknown = { times: null, changed_at: null, update_pending: null, update_by: null };
    expect(await find(app, 'Q-3')).toMatchObject(unknown);
  });

  test('says of a key of ours that it awaits what was written since the last read', async ({ app }) => {
    const { person, main } = await aKeyCabinet(app);
    await app.db
      .updateTable('recorded_person')
      .set({ own_reference: person.id })
      .where('reference', '=', person.id)
      .execute();
    const row = { holder_identity: 'P-1', key_type: 'dynamic', last_update_at: '2026-01-02T00:00:00.000Z' };
    await aKey(app, main.id, { marking: 'D-9', ...row, changed_at: '2026-01-01T00:00:00.000Z' });
    expect(await markings(app, { person_id: person.id, task: 'to_update' })).toContain('D-9');
    expect(await find(app, 'D-9')).toMatchObject({ update_pending: true });
  });
});

describe('GET /keys.csv', () => {
  test('holds what the filter lets through', async ({ app }) => {
    const { main } = await aKeyCabinet(app);
    const { text } = await app.as('superadmin').call(keys.exportCsv, { query: { holder: 'any', state: 'handed_out' } });
    expect(parse(text, { bom: true, columns: true })).toMatchObject([
      { connection_name: main.name, marking: 'A-1', holder_identity: 'P-1', holder_name: 'Öykü Invented' },
      { marking: 'B-2', key_type: 'connect', last_update_at: '2026-01-01T00:00:00.000Z' },
    ]);
  });
});

describe('GET /access-events', () => {
  const events = (app: TestApp, query: Input<typeof keys.events>['query']) =>
    app.as('superadmin').call(keys.events, { query });

  test('lists those of a key, newest first, without persons', async ({ app }) => {
    const { main, annexe, first } = await aKeyCabinet(app);
    const today = app.deps.clock().getTime();
    const at = (hour: number) => new Date(today + (hour - 30) * 3_600_000);
    const row = { import_time: at(23), source: 'key', cylinder_external_id: 'C-1', result: 'granted', reason: null };
    const told = [
      {
        connection_id: main.id,
        external_id: 'E-1',
        event_time: at(8),
        key_external_id: 'K A-1',
        person_identity: 'P-1',
      },
      {
        connection_id: main.id,
        external_id: 'E-2',
        event_time: at(9),
        key_external_id: 'K A-1',
        person_identity: 'P-7',
      },
      {
        connection_id: main.id,
        external_id: 'E-3',
        event_time: at(10),
        key_external_id: 'K B-2',
        person_identity: null,
      },
      {
        connection_id: annexe.id,
        external_id: 'E-4',
        event_time: at(9),
        key_external_id: 'K A-1',
        person_identity: null,
      },
    ];
    await app.db
      .insertInto('access_event')
      .values(told.map((event) => ({ ...row, ...event })))
      .execute();
    const { body } = await events(app, { key_id: first });
    expect([body.total, body.items]).toMatchObject([
      2,
      [
        { id: 'E-2', key_marking: 'A-1', cylinder_marking: null, event_time: at(9).toISOString() },
        { id: 'E-1', import_time: at(23).toISOString(), result: 'granted' },
      ],
    ]);
    const second = await events(app, { key_id: first, limit: 1, offset: 1 });
    expect(second.body.items.map(({ id }) => id)).toEqual(['E-1']);
  });

  test('of nothing, or of what is no longer listed, there are none', async ({ app }) => {
    await aKeyCabinet(app);
    const { problem } = await events(app, {});
    expect([problem.code, problem.detail]).toEqual(['validation_failed', 'Name a cylinder or a key.']);
    const gone = await app.db.selectFrom('key').select('id').where('marking', '=', 'D-4').executeTakeFirstOrThrow();
    expect((await events(app, { key_id: gone.id })).status).toBe(404);
    expect((await events(app, { cylinder_id: randomUUID() })).status).toBe(404);
  });
});
