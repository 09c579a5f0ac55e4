import { keySystems, type Timetable, timetables } from '@key2xs/contract';
import { describe } from 'vitest';
import { expect, type TestApp, test } from '#test/app';
import { aWard, syncNow, wantedMemberships } from '#test/factories/key-plans';
import { aKeySystem, disturb, goWrong, heldMemberships, readInventory } from '#test/factories/key-systems';
import { endedTasks } from '#test/factories/timetables';
import { moveTime } from '#test/moved-time';

const at = (time: string) => `2099-03-06T${time}:00.000Z`;

async function readEverySixHours(app: TestApp, id: string) {
  const time = moveTime(app, at('10:00'));
  const body = { sync_interval: '6h' } as const;
  expect((await app.as('superadmin').call(timetables.changeOfKeySystem, { params: { id }, body })).status).toBe(200);
  return time;
}

/** As once a person has applied a sync. */
const allowWrites = (app: TestApp) => app.db.updateTable('key_system_connection').set({ timed_writes: true }).execute();

const timetableOf = async (app: TestApp, id: string): Promise<Timetable> =>
  (await app.as('superadmin').call(timetables.ofKeySystem, { params: { id } })).body;

const lastTasks = async (app: TestApp, id: string, count: number) =>
  (await endedTasks(app, id)).slice(-count).map(({ kind, status, result }) => [kind, result?.outcome ?? status]);

describe('a scheduled run of a key system', () => {
  test('reads the inventory, then syncs what waits', async ({ app }) => {
    const { system } = await aWard(app, 5);
    await allowWrites(app);
    const time = await readEverySixHours(app, system.id);
    expect(await time.lookAt(at('12:00'))).toBe(1);
    expect(await lastTasks(app, system.id, 1)).toEqual([['inventory', 'read']]);
    expect((await timetableOf(app, system.id)).state).toBe('running');
    expect(await time.lookAt(at('12:01'))).toBe(1);
    expect(await lastTasks(app, system.id, 2)).toEqual([
      ['inventory', 'read'],
      ['key_system', 'applied'],
    ]);
    expect(await heldMemberships(app)).toEqual(await wantedMemberships(app, system.id));
    expect(await time.lookAt(at('12:02'))).toBe(0);
    expect(await timetableOf(app, system.id)).toMatchObject({ state: 'scheduled', next_run_at: at('18:00') });
  });

  test('only reads until a person has applied a sync', async ({ app }) => {
    const { system } = await aWard(app, 5);
    const time = await readEverySixHours(app, system.id);
    await time.lookAt(at('12:00'));
    expect(await lastTasks(app, system.id, 1)).toEqual([['inventory', 'read']]);
    expect(await time.lookAt(at('12:01'))).toBe(0);
    expect(await heldMemberships(app)).toEqual([]);
    expect(await timetableOf(app, system.id)).toMatchObject({
      state: 'scheduled',
      only_reads: true,
      message: expect.stringContaining('writes nothing'),
    });
    await syncNow(app, { dry_run: true });
    expect((await timetableOf(app, system.id)).only_reads).toBe(true);
    await syncNow(app);
    expect((await timetableOf(app, system.id)).only_reads).toBe(false);
    await time.lookAt(at('18:00'));
    await endedTasks(app, system.id);
    expect(await time.lookAt(at('18:01'))).toBe(1);
  });

  test('is stopped by the guards, and none begins before a person has decided', async ({ app }) => {
    const { system } = await aWard(app, 80);
    await syncNow(app);
    await app.db.updateTable('person').set({ active: false }).where('department', '=', 'Ward').execute();
    const time = await readEverySixHours(app, system.id);
    await time.lookAt(at('12:00'));
    await endedTasks(app, system.id);
    await time.lookAt(at('12:01'));
    expect(await lastTasks(app, system.id, 1)).toEqual([['key_system', 'quarantined']]);
    expect(await time.lookAt(at('18:00'))).toBe(0);
    const stopped = await timetableOf(app, system.id);
    expect(stopped).toMatchObject({ state: 'waiting_for_decision', next_runs: [] });
    const { body } = await app.as('superadmin').call(keySystems.get, { params: { id: system.id } });
    expect(stopped.waiting_change_set_id).toBe(body.waiting_change_set_id);
  });

  test('does not sync on an inventory that has lost too much to be believed', async ({ app }) => {
    const { id } = await aKeySystem(app);
    await readInventory(app, id);
    goWrong(app, { name: 'lost_records' });
    const time = await readEverySixHours(app, id);
    await time.lookAt(at('12:00'));
    expect(await lastTasks(app, id, 1)).toEqual([['inventory', 'FAILURE']]);
    expect(await time.lookAt(at('12:01'))).toBe(0);
    const { last_error, next_run_at } = await timetableOf(app, id);
    expect([last_error, next_run_at]).toEqual([expect.stringContaining('are gone'), at('18:00')]);
  });

  test('counts failures of the sync, though the inventory before it can be read', async ({ app }) => {
    const { system } = await aWard(app, 2);
    await allowWrites(app);
    disturb(app, ({ method, path }) =>
      method !== 'GET' && path.includes('/persons') ? { kind: 'answer', status: 403, body: '{}' } : undefined,
    );
    const time = await readEverySixHours(app, system.id);
    for (const [first, then] of [
      ['12:00', '12:01'],
      ['18:00', '18:01'],
    ] as const) {
      await time.lookAt(at(first));
      await endedTasks(app, system.id);
      await time.lookAt(at(then));
      expect(await lastTasks(app, system.id, 1)).toEqual([['key_system', 'FAILURE']]);
    }
    expect((await timetableOf(app, system.id)).consecutive_failures).toBe(2);
  });
});
