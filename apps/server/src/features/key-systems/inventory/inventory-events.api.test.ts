import { keys } from '@key2xs/contract';
import type { RecordedAccessEvent } from '@key2xs/drivers';
import { describe } from 'vitest';
import { expect, type TestApp, test } from '#test/app';
import { aKeySystem, asAnotherClient, disturb, readInventory } from '#test/factories/key-systems';

const hourMs = 60 * 60 * 1_000;
const firstOfAll = { import_time: '1970-01-01T00:00:00.000Z', skip: 0 };

/** All that the sandbox knows, in order of import. */
const knownEvents = async (app: TestApp) =>
  (await asAnotherClient(app, (session) => session.readAccessEvents(firstOfAll))).events;

const storedIds = async ({ db }: TestApp) => {
  const rows = await db.selectFrom('access_event').select('external_id').orderBy('external_id').execute();
  return rows.map(({ external_id }) => external_id);
};

const counted = async ({ db }: TestApp) => {
  const { inventory_counts } = await db
    .selectFrom('key_system_connection')
    .select('inventory_counts')
    .executeTakeFirstOrThrow();
  return inventory_counts.access_events;
};

/** Up to when events have been read, by what is noted. */
const noted = async ({ db }: TestApp) => {
  const { events_cursor } = await db
    .selectFrom('key_system_connection')
    .select('events_cursor')
    .executeTakeFirstOrThrow();
  return Date.parse(events_cursor?.import_time ?? '');
};

const entry = (event: RecordedAccessEvent) => `<auditTrail><identity>${event.external_id}</identity>
  <eventDate>${event.event_time}</eventDate><importDate>${event.import_time}</importDate><source>${event.source}</source>
  <keyIdentity>${event.key_external_id}</keyIdentity><result>${event.result}</result></auditTrail>`;

const answerWith = (events: readonly RecordedAccessEvent[]) => ({
  kind: 'answer' as const,
  status: 200,
  headers: { 'content-type': 'text/xml; charset=utf-8' },
  body: `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"
    xmlns:q="http://cliq.shared.assaabloy.com/ws/query/v2/"><s:Body><q:getAuditTrailsResponse><auditTrails>${events
      .map(entry)
      .join('')}</auditTrails></q:getAuditTrailsResponse></s:Body></s:Envelope>`,
});

/** Until the test has ended, or the fault is taken away, the sandbox tells of these events only, then of the end. */
function tellOnly(app: TestApp, events: readonly RecordedAccessEvent[]): void {
  let pages = [events];
  disturb(app, ({ operation, page }) => {
    if (operation !== 'getAuditTrails' || page?.max === 1) return undefined;
    const [now = []] = pages;
    pages = pages.slice(1);
    return answerWith(now);
  });
}

describe('reading access events', () => {
  test('takes each over once, however often it is read', async ({ app }) => {
    const { id } = await aKeySystem(app);
    const ids = (await knownEvents(app)).map(({ external_id }) => external_id).sort();
    expect(ids.length).toBeGreaterThan(200);
    await readInventory(app, id);
    expect(await storedIds(app)).toEqual(ids);
    await readInventory(app, id);
    expect(await storedIds(app)).toEqual(ids);
    expect(await counted(app)).toBe(ids.length);
  });

  test('finds what was imported in the very instant at which the last read ended', async ({ app }) => {
    const { id } = await aKeySystem(app);
    const all = await knownEvents(app);
    const last = all.at(-1);
    const together = all.filter(({ import_time }) => import_time === last?.import_time);
    expect(together.length).toBeGreaterThan(5);
    tellOnly(app, [...all.slice(0, all.length - together.length), ...together.slice(3)]);
    await readInventory(app, id);
    expect(await storedIds(app)).toHaveLength(all.length - 3);
    app.sandbox.fault(undefined);
    await readInventory(app, id);
    expect(await storedIds(app)).toHaveLength(all.length);
    expect(await counted(app)).toBe(all.length);
  });

  test('leaves out what is older than events are kept, or far ahead, and counts it once', async ({ app }) => {
    const { id } = await aKeySystem(app);
    const all = await knownEvents(app);
    const [old, ahead, ...others] = all;
    if (!old || !ahead) throw new Error('no events');
    const event_time = '2019-05-06T07:08:09.000Z';
    const told = [{ ...old, event_time }, { ...ahead, event_time: '2099-01-01T00:00:00.000Z' }, ...others];
    for (let read = 1; read <= 2; read++) {
      tellOnly(app, told);
      await readInventory(app, id);
      app.sandbox.fault(undefined);
    }
    expect(await storedIds(app)).toHaveLength(others.length);
    const left = await app.db.selectFrom('access_event_left_out').select(['why', 'events']).orderBy('month').execute();
    expect(left).toEqual([
      { why: 'older', events: '1' },
      { why: 'ahead', events: '1' },
    ]);
  });

  test('finds what became visible only after events that were imported later', async ({ app }) => {
    const { id } = await aKeySystem(app);
    const [one, other] = ['K-0001', 'K-0002'] as const;
    for (const key of [one, other]) {
      app.sandbox.act('happen', { key, cylinder: 'C-0001' });
      app.sandbox.clock.advance(20_000);
      app.sandbox.act('update-key', { key });
    }
    const all = await knownEvents(app);
    const hidden = all.filter(({ key_external_id, import_time }) => {
      return key_external_id === one && import_time === all.at(-2)?.import_time;
    });
    expect(hidden).toHaveLength(1);
    tellOnly(
      app,
      all.filter((event) => !hidden.includes(event)),
    );
    await readInventory(app, id);
    expect(await storedIds(app)).not.toContain(hidden[0]?.external_id);
    app.sandbox.fault(undefined);
    await readInventory(app, id);
    expect(await storedIds(app)).toEqual(all.map(({ external_id }) => external_id).sort());
  });

  test('stores an event that is listed twice once', async ({ app }) => {
    const { id } = await aKeySystem(app);
    const [first, second] = await knownEvents(app);
    if (!first || !second) throw new Error('The sandbox knows events from the start');
    tellOnly(app, [first, first, second]);
    await readInventory(app, id);
    expect([await storedIds(app), await counted(app)]).toEqual([[first.external_id, second.external_id], 2]);
  });

  test('puts an event that became known late where it belongs by the time it happened', async ({ app }) => {
    const { id } = await aKeySystem(app);
    await readInventory(app, id);
    const key = await app.db
      .selectFrom('key')
      .select('id')
      .where('external_id', '=', 'K-0003')
      .executeTakeFirstOrThrow();
    const list = async () => (await app.as('superadmin').call(keys.events, { query: { key_id: key.id } })).body;
    const before = await list();
    const long_ago = new Date(Math.floor(Date.now() / hourMs - 40 * 24) * hourMs);
    app.sandbox.act('happen', { key: 'K-0003', cylinder: 'C-0005', at: long_ago.toISOString() });
    app.sandbox.act('update-key', { key: 'K-0003' });
    await readInventory(app, id);
    const after = await list();
    expect(after.total).toBe(before.total + 1);
    expect(after.items.at(-1)).toMatchObject({
      event_time: long_ago.toISOString(),
      cylinder_marking: expect.any(String),
    });
    expect(Date.parse(after.items.at(-1)?.import_time ?? '')).toBeGreaterThan(long_ago.getTime());
  });

  test('goes on after one that was imported by a clock that was ahead for a while', async ({ app }) => {
    const { id } = await aKeySystem(app);
    const all = await knownEvents(app);
    const [first] = all;
    if (!first) throw new Error('The sandbox knows events from the start');
    const ahead = new Date(Date.now() + hourMs).toISOString();
    tellOnly(app, [...all, { ...first, external_id: 'E-ahead', import_time: ahead }]);
    await readInventory(app, id);
    expect(await storedIds(app)).toContain('E-ahead');
    expect(await noted(app)).toBeLessThanOrEqual(Date.now());
    app.sandbox.fault(undefined);
    const [event] = app.sandbox.act('happen', { key: 'K-0004', cylinder: 'C-0001' });
    app.sandbox.act('update-key', { key: 'K-0004' });
    await readInventory(app, id);
    expect(await storedIds(app)).toContain(event?.external_id);
  });

  test('begins anew where it is noted to be in the future', async ({ app }) => {
    const import_time = new Date(Date.now() + hourMs).toISOString();
    const { id } = await aKeySystem(app, { events_cursor: JSON.stringify({ import_time, skip: 1 }) });
    await readInventory(app, id);
    expect(await storedIds(app)).toHaveLength((await knownEvents(app)).length);
    expect(await noted(app)).toBeLessThanOrEqual(Date.now());
  });

  test('keeps up with a clock that is ahead for good', async ({ app }) => {
    const { id } = await aKeySystem(app);
    app.sandbox.clock.advance(hourMs);
    for (const key of ['K-0005', 'K-0006', 'K-0007']) {
      app.sandbox.act('happen', { key, cylinder: 'C-0001' });
      app.sandbox.act('update-key', { key });
      app.sandbox.script(); // counts calls anew
      expect(await readInventory(app, id)).toMatchObject({ status: 'SUCCESS' });
      const all = await knownEvents(app);
      expect(await storedIds(app)).toEqual(all.map(({ external_id }) => external_id).sort());
      expect(app.sandbox.calls().filter(({ operation }) => operation === 'getAuditTrails').length).toBeLessThan(6);
      expect(await noted(app)).toBeLessThanOrEqual(Date.now());
    }
  });
});
