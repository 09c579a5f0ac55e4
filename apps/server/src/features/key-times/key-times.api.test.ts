import { type Input, type KeyTimesPolicy, type KeyTimesState, keyTimes, keyTimesSettings } from '@key2xs/contract';
import { parse } from 'csv-parse/sync';
import { describe } from 'vitest';
import { deliverEvents } from '#platform/events/deliver-events';
import { expect, type TestApp, test } from '#test/app';
import { aPlace, mirrored, place } from '#test/factories/doors';
import { aConnection } from '#test/factories/iam';
import { aKeySystem, aReadKeySystem, asAnotherClient, goWrong, readInventory } from '#test/factories/key-systems';
import { aKey, aRecordedPerson } from '#test/factories/keys';
import { aPerson } from '#test/factories/people';
import { kindOfJob, runNow } from '#test/run-jobs';
import { productEvents } from '../../product-events';
import { writeKeyTimesJob } from './service';

const hourMs = 3_600_000;
const reason = 'Tighter rules.';
const never = new AbortController().signal;

const ifMatch = (version: number) => ({ headers: { 'if-match': `"${version}"` } });
const admin = (app: TestApp) => app.as('superadmin');
const times = async (app: TestApp, id: string) => (await admin(app).call(keyTimes.get, { params: { id } })).body;
const order = (app: TestApp, body: Omit<Input<typeof keyTimes.order>['body'], 'reason'>) =>
  admin(app).send(keyTimes.order, { body: { reason, ...body } });
const preview = async (app: TestApp, body: Input<typeof keyTimes.preview>['body']) =>
  (await admin(app).call(keyTimes.preview, { body })).body;

/** Works until nothing is left, or the key system fails. */
async function write(app: TestApp, system: string): Promise<void> {
  const kind = kindOfJob(app, writeKeyTimesJob);
  const job = () => app.db.selectFrom('job').select('failures').where('kind', '=', writeKeyTimesJob).executeTakeFirst();
  while ((await job())?.failures === 0) await runNow(app, kind, system);
}

const anyTime = { validity: 'always', revalidation_minutes: null, schedule: JSON.stringify([]) } as const;

/** Keys of a system that is entered by hand: one with known times of each kind, one without a clock, one of which nothing is known. */
async function aCabinet(app: TestApp) {
  const { id: system } = await aKeySystem(app);
  const at = (hours: number) => new Date(Date.now() + hours * hourMs);
  const updated = { last_update_at: at(-2), changed_at: at(-3) };
  const keys = {
    ok: await aKey(app, system, { marking: 'OK', ...anyTime, ...updated }),
    soon: await aKey(app, system, { marking: 'SOON', ...anyTime, ...updated, revalidation_minutes: 240 }),
    lapsed: await aKey(app, system, { marking: 'LAPSED', ...anyTime, ...updated, revalidation_minutes: 60 }),
    early: await aKey(app, system, {
      ...{ marking: 'EARLY', ...anyTime, ...updated },
      ...{ validity: 'between', valid_from: at(24), valid_until: at(48) },
    }),
    expired: await aKey(app, system, {
      ...{ marking: 'EXPIRED', ...anyTime, ...updated },
      ...{ validity: 'between', valid_from: at(-48), valid_until: at(-24) },
    }),
    never: await aKey(app, system, { marking: 'NEVER', ...anyTime, ...updated, validity: 'never' }),
    pending: await aKey(app, system, { marking: 'PENDING', ...anyTime, last_update_at: at(-2), changed_at: at(-1) }),
    unknown: await aKey(app, system, { marking: 'UNKNOWN' }),
    normal: await aKey(app, system, { marking: 'NORMAL', key_type: 'normal' }),
  };
  return { system, keys };
}

describe('GET /key-times', () => {
  test('tells how each key stands, and filters by it', async ({ app }) => {
    await aCabinet(app);
    const { body } = await admin(app).call(keyTimes.list, { query: {} });
    const states = Object.fromEntries(body.items.map(({ marking, state }) => [marking, state]));
    const expected: Record<string, KeyTimesState> = {
      ...{ OK: 'ok', SOON: 'due_soon', LAPSED: 'lapsed', EARLY: 'not_yet_valid', EXPIRED: 'expired', NEVER: 'never' },
      ...{ PENDING: 'not_known', UNKNOWN: 'not_known', NORMAL: 'no_clock' },
    };
    expect(states).toEqual(expected);
    for (const state of new Set(Object.values(expected))) {
      const { items } = (await admin(app).call(keyTimes.list, { query: { state } })).body;
      expect(items.map(({ marking }) => marking)).toEqual(
        Object.keys(expected)
          .filter((marking) => expected[marking] === state)
          .sort(),
      );
    }
    const soon = (await admin(app).call(keyTimes.list, { query: { ends_within: '7', sort: '-ends_at' } })).body.items;
    expect(soon.map(({ marking }) => marking)).toEqual(['EARLY', 'SOON']);
    const { text } = await admin(app).call(keyTimes.exportCsv, { query: { state: 'due_soon' } });
    expect(parse(text, { bom: true, columns: true })).toMatchObject([{ marking: 'SOON', ends_by: 'revalidation' }]);
  });
});

describe('a change of many keys', () => {
  test('is previewed as it is ordered, and waits for an operator where the connection cannot write', async ({
    app,
  }) => {
    const { system, keys } = await aCabinet(app);
    const selection = { filter: { connection_id: system } };
    const change = { revalidation_minutes: 240 };
    const seen = await preview(app, { selection, change });
    expect(seen).toMatchObject({
      selected: 9,
      changed: 6,
      unchanged: 1,
      no_clock: 1,
      not_known: 1,
      to_enter: 6,
      out: 0,
    });
    const { body } = await order(app, { selection, change, stamp: seen.stamp });
    expect(body).toEqual({ ordered: 6, left: 3 });
    expect(await times(app, keys.ok)).toMatchObject({
      recorded: { revalidation_minutes: null },
      order: { state: 'to_enter', times: { validity: 'always', revalidation_minutes: 240 }, reason },
    });
    // A later order builds on what waits.
    await order(app, { selection: { ids: [keys.ok] }, change: { validity: 'never' } });
    const { orders } = await times(app, keys.ok);
    expect(orders).toMatchObject([
      { state: 'to_enter', times: { validity: 'never', revalidation_minutes: 240 } },
      { state: 'replaced' },
    ]);
    const again = await order(app, { selection, change, stamp: seen.stamp });
    expect([again.status, again.problem?.code]).toEqual([412, 'version_conflict']);
  });

  test('is recognised once a read shows what an operator has entered', async ({ app }) => {
    const { system, keys } = await aCabinet(app);
    await order(app, { selection: { ids: [keys.ok, keys.soon] }, change: { validity: 'never' } });
    await app.db.updateTable('key').set({ validity: 'never' }).where('id', '=', keys.ok).execute();
    const payload = { task_id: keys.ok, kind: 'inventory', subject_id: system, title: '', dry_run: false };
    await app.db
      .insertInto('outbox')
      .values({
        kind: 'task.ended',
        subject: system,
        payload: JSON.stringify({ ...payload, error: null, was_failing: false }),
      })
      .execute();
    await deliverEvents(app.deps, productEvents(app.deps), never);
    expect(await times(app, keys.ok)).toMatchObject({ order: null, orders: [{ state: 'written' }] });
    expect(await times(app, keys.soon)).toMatchObject({ order: { state: 'to_enter' } });
  });

  test('is refused in a sentence, and then nothing is ordered', async ({ app }) => {
    const { keys } = await aCabinet(app);
    const selection = { ids: [keys.ok, keys.soon] };
    const window = { days: [1], from: '08:00', to: '12:00' };
    const [from, until] = ['2026-05-01T00:00:00.000Z', '2026-06-01T00:00:00.000Z'];
    for (const [change, detail] of [
      [{}, 'Choose what shall change.'],
      [{ validity: 'between', valid_from: from }, 'Say from when and until when'],
      [{ validity: 'between', valid_from: until, valid_until: from }, 'end before it begins'],
      [{ revalidation_minutes: 0 }, 'at least one minute'],
      [{ schedule: [window, window] }, 'Windows overlap'],
    ] satisfies [Input<typeof keyTimes.order>['body']['change'], string][]) {
      const { status, problem } = await order(app, { selection, change });
      expect([status, JSON.stringify(problem)]).toEqual([422, expect.stringContaining(detail)]);
    }
    const { status } = await order(app, { selection: { ids: [keys.never] }, change: { validity: 'never' } });
    expect(status).toBe(409);
    const unknown = await order(app, {
      selection: { ids: [keys.ok, crypto.randomUUID()] },
      change: { validity: 'never' },
    });
    expect(unknown.status).toBe(404);
    expect(await app.db.selectFrom('key_times_order').select('id').execute()).toEqual([]);
  });
});

describe('what is ordered', () => {
  /** A dynamic key of the sandbox that opens a cylinder, read and up to date. */
  async function aKeyThatOpens(app: TestApp) {
    const { id: system } = await aReadKeySystem(app, { capabilities: ['write_key_times'] });
    const row = await app.db
      .selectFrom('key')
      .selectAll()
      .where('connection_id', '=', system)
      .where('key_type', '=', 'dynamic')
      .where('validity', 'is not', null)
      .orderBy('external_id')
      .executeTakeFirstOrThrow();
    const cylinder = 'C-0181';
    const anyHour = { validity: { mode: 'always' as const }, revalidation_minutes: null, schedule: [] };
    await asAnotherClient(app, async (session) => {
      await session.setKeyAccess(row.external_id, { cylinders: [cylinder], cylinder_groups: [] });
      await session.setKeyTimes(row.external_id, anyHour);
    });
    app.sandbox.act('update-key', { key: row.external_id });
    await readInventory(app, system);
    await app.db
      .updateTable('key_system_connection')
      .set({ capabilities: ['write_key_times'] })
      .execute();
    const opens = (at: string | number) => app.sandbox.opens(row.external_id, cylinder, new Date(at)).result;
    return { system, id: row.id, key: row.external_id, opens };
  }

  test('is written, is held from the next update on, and ends when we say so', async ({ app }) => {
    const { system, id, key, opens } = await aKeyThatOpens(app);
    expect(await times(app, id)).toMatchObject({ state: 'ok', is_sure: true, update_pending: false });
    await order(app, { selection: { ids: [id] }, change: { revalidation_minutes: 60 } });
    expect(await times(app, id)).toMatchObject({ order: { state: 'waiting' } });
    await write(app, system);
    // Recorded, and the key still holds that it needs no updates.
    const written = await times(app, id);
    expect(written).toMatchObject({
      recorded: { revalidation_minutes: 60 },
      held: { revalidation_minutes: null },
      ...{ update_pending: true, is_sure: true, state: 'ok', ends_at: null, order: null },
    });
    expect(opens(Date.now() + 100 * hourMs)).toBe('granted');
    app.sandbox.act('update-key', { key });
    await readInventory(app, system);
    const held = await times(app, id);
    expect(held).toMatchObject({ held: { revalidation_minutes: 60 }, update_pending: false, ends_by: 'revalidation' });
    const end = Date.parse(held.ends_at ?? '');
    expect([opens(end - 1_000), opens(end + 1_000)]).toEqual(['granted', 'denied']);
    // Undone by a further order.
    await order(app, { selection: { ids: [id] }, change: { revalidation_minutes: null } });
    await write(app, system);
    expect(await times(app, id)).toMatchObject({ held: { revalidation_minutes: 60 }, ends_at: held.ends_at });
    expect(opens(end + 1_000)).toBe('denied');
  });

  test('stays while the key system fails, and says what it refuses', async ({ app }) => {
    const { system, id } = await aKeyThatOpens(app);
    goWrong(app, { name: 'server_error' });
    await order(app, { selection: { ids: [id] }, change: { validity: 'never' } });
    await write(app, system);
    expect(await times(app, id)).toMatchObject({ order: { state: 'waiting', problem: expect.any(String) } });
    app.sandbox.script();
    await app.db.updateTable('key').set({ external_id: 'gone' }).where('id', '=', id).execute();
    const { order: waiting } = await times(app, id);
    const params = { id: waiting?.id ?? '' };
    await admin(app).call(keyTimes.writeAgain, { params });
    await app.db.updateTable('job').set({ failures: 0 }).where('kind', '=', writeKeyTimesJob).execute();
    await write(app, system);
    expect(await times(app, id)).toMatchObject({
      recorded: { validity: 'always' },
      order: { state: 'failed', problem: expect.stringContaining('gone') },
    });
  });

  test('names the holder', async ({ app }) => {
    const { id: system } = await aKeySystem(app);
    const { id: source } = await aConnection(app);
    const ada = (await aPerson(app, { connection_id: source, display_name: 'Ada Invented' })).id;
    await aRecordedPerson(app, system, { identity: 'P-1', own: ada });
    const key = await aKey(app, system, { marking: 'K-1', ...anyTime, holder_identity: 'P-1', state: 'handed_out' });
    const seen = await preview(app, { selection: { ids: [key] }, change: { validity: 'never' } });
    expect(seen).toMatchObject({ changed: 1, out: 1 });
    const { items } = (await admin(app).call(keyTimes.list, { query: { person_id: ada } })).body;
    expect(items).toMatchObject([{ holder: { person_id: ada, name: 'Ada Invented' } }]);
  });
});

describe('the policy', () => {
  const save = async (app: TestApp, changes: Partial<KeyTimesPolicy>) => {
    const { body } = await admin(app).call(keyTimesSettings.get, {});
    const { version, outside: _, employee_types: __, is_mail_configured: ___, ...policy } = body;
    return admin(app).send(keyTimesSettings.save, { body: { ...policy, ...changes } }, ifMatch(version));
  };

  test('limits by the highest protection class that a key opens, and by who holds it', async ({ app }) => {
    const { system, keys } = await aCabinet(app);
    const { id: source } = await aConnection(app);
    const visitor = { connection_id: source, display_name: 'Vi Invented', employee_type: 'Visitor' };
    const { id: vi } = await aPerson(app, visitor);
    await aRecordedPerson(app, system, { identity: 'P-1', own: vi });
    const site = await aPlace(app, { name: 'Vault', type: 'site', protection_class: 4 });
    await mirrored(app, system, [], [{ marking: '1' }]);
    const door = await app.db.selectFrom('cylinder').select('id').executeTakeFirstOrThrow();
    await place(app, [door.id], site.id);
    await app.db
      .updateTable('key')
      .set({ own_cylinders: ['C 1'] })
      .where('id', '=', keys.ok)
      .execute();
    await app.db.updateTable('key').set({ holder_identity: 'P-1' }).where('id', '=', keys.soon).execute();
    const rules = [{ person_kind: 'employee' as const, protection_class: 4, max_minutes: 1_440 }];
    const saved = await save(app, { rules, external_types: ['visitor'] });
    expect(saved.body).toMatchObject({ outside: 2, employee_types: ['Visitor'], version: 1 });
    const { items } = (await admin(app).call(keyTimes.list, { query: { is_outside: 'true' } })).body;
    expect(items.map(({ marking }) => marking)).toEqual(['OK', 'SOON']);
    const both = { ids: [keys.ok, keys.lapsed] };
    const seen = await preview(app, { selection: both, change: { revalidation_minutes: 1_441 } });
    expect(seen).toMatchObject({ problem: expect.stringContaining('1,440 minutes'), examples: ['OK'] });
    const always = await order(app, { selection: { ids: [keys.soon] }, change: { validity: 'never' } });
    expect(always.status).toBe(201);
    const external = await order(app, { selection: { ids: [keys.soon] }, change: { validity: 'always' } });
    expect([external.status, JSON.stringify(external.problem)]).toEqual([422, expect.stringContaining('needs an end')]);
  });

  test('is changed by one of two who read the same', async ({ app }) => {
    const { body } = await admin(app).call(keyTimesSettings.get, {});
    const { version, outside: _, employee_types: __, is_mail_configured: ___, ...policy } = body;
    const both = await Promise.all(
      [3, 5].map((soon_days) =>
        admin(app).send(keyTimesSettings.save, { body: { ...policy, soon_days } }, ifMatch(version)),
      ),
    );
    expect(both.map(({ status }) => status).sort()).toEqual([200, 412]);
  });
});

describe('the forecast', () => {
  test('counts what stops by itself, by day and holder', async ({ app }) => {
    const { system } = await aCabinet(app);
    const { id: source } = await aConnection(app);
    const ada = (await aPerson(app, { connection_id: source, display_name: 'Ada Invented' })).id;
    await aRecordedPerson(app, system, { identity: 'P-1', own: ada });
    const at = (hours: number) => new Date(Date.now() + hours * hourMs);
    const row = { ...anyTime, holder_identity: 'P-1', last_update_at: at(-1), changed_at: at(-2) };
    await aKey(app, system, { marking: 'A-1', ...row, revalidation_minutes: 10 * 1_440 });
    // What it holds is not known: it counts by what is recorded.
    await aKey(app, system, { marking: 'A-2', ...row, revalidation_minutes: 120, changed_at: at(0) });
    const day = new Date(row.last_update_at.getTime() + 10 * 24 * hourMs - 1).toISOString().slice(0, 10);
    await admin(app).call(keyTimesSettings.createCalendar, {
      body: { name: 'Site', closes: 'Reception', days: [{ day, name: 'Founding day' }] },
    });
    const { body } = await admin(app).call(keyTimes.forecast, { query: { days: '30' } });
    expect(body).toMatchObject({ within: { 1: 2, 7: 3, 30: 4 }, unsure: 1, in_stock: 2, stopped: 0, holders_total: 1 });
    expect(body.holders).toMatchObject([{ person_id: ada, name: 'Ada Invented', keys: 2, unsure: 1 }]);
    expect(body.days).toHaveLength(31);
    expect(body.days.find(({ holiday }) => holiday)).toMatchObject({ day, keys: 1, holiday: 'Founding day' });
  });
});

test('a weekly schedule says how many keys have it', async ({ app }) => {
  const { keys } = await aCabinet(app);
  const schedule = [{ days: [2, 1], from: '08:00', to: '17:00' }];
  const body = { name: 'Office', schedule };
  await admin(app).call(keyTimesSettings.createTemplate, { body });
  const stored = [{ days: [1, 2], from: '08:00', to: '17:00' }];
  await app.db
    .updateTable('key')
    .set({ schedule: JSON.stringify(stored) })
    .where('id', '=', keys.ok)
    .execute();
  const { items } = (await admin(app).call(keyTimesSettings.templates, {})).body;
  expect(items).toMatchObject([{ name: 'Office', schedule: stored, used_by: 1, version: 1 }]);
  const again = await admin(app).send(keyTimesSettings.createTemplate, { body });
  expect(again.status).toBe(409);
});
