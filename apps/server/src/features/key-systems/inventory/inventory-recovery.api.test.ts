import { clientCertificates, keySystems } from '@key2xs/contract';
import { sql } from 'kysely';
import { describe, onTestFinished } from 'vitest';
import type { TaskRun } from '#features/tasks/service';
import { expect, type TestApp, test } from '#test/app';
import {
  aClientCertificate,
  aKeySystem,
  alterList,
  disturb,
  goWrong,
  readInventory,
} from '#test/factories/key-systems';
import { aTask, type Disturbance, Killed, killAtTheEnd, undisturbed, workBeside, workOn } from '#test/factories/tasks';
import { cursorOf } from './inventory-cursor';
import { inventoryStep } from './inventory-step';

const work = (app: TestApp, id: string, disturbance: Disturbance) => workOn(app, id, inventoryStep, disturbance);

/** Kills the worker at its n-th save: before it is saved, or after it but before the commit of its transaction. */
function atSave(n: number, when: 'before' | 'after'): Disturbance {
  let saves = 0;
  return (step, run) =>
    step({
      ...run,
      save: async (db, progress) => {
        const isIt = ++saves === n;
        if (isIt && when === 'before') throw new Killed();
        await run.save(db, progress);
        if (isIt) throw new Killed();
      },
    });
}

/** Does that in the middle of a session. */
const atReading =
  (act: () => Promise<unknown>): Disturbance =>
  (step, run) => {
    const save: TaskRun['save'] = async (db, progress) => {
      if (progress.phase === 'reading') await act();
      await run.save(db, progress);
    };
    return step({ ...run, save });
  };

/** Does that when all has been read. */
const atTheEnd =
  (act: () => Promise<unknown>): Disturbance =>
  async (step, run) => {
    if (cursorOf(run.task).remaining.length === 0) await act();
    return step(run);
  };

/** The mirror as anybody sees it: without what differs from one installation to the next. */
async function mirrorOf({ db }: TestApp, connectionId: string): Promise<unknown[]> {
  const tables = [
    'cylinder_group',
    'key_system_cylinder',
    'key',
    'recorded_person',
    'recorded_profile',
    'programming_job',
    'access_event',
  ];
  const each = tables.map(
    (name) => sql`
      select ${name} as kind, to_jsonb(t) - 'id' - 'connection_id' - 'group_id' - 'row_hash' - 'first_read_at' - 'first_seen_at' - 'created_at' - 'known_at' as row
      from ${sql.table(name)} as t where connection_id = ${connectionId}`,
  );
  return (await sql`${sql.join(each, sql` union all `)} order by 1, 2`.execute(db)).rows;
}

const listReads = async ({ db }: TestApp, id: string) => {
  const events = await db
    .selectFrom('audit_event')
    .select('details')
    .where('action', '=', 'key_system.inventory_read')
    .where('target_id', '=', id)
    .orderBy('id')
    .execute();
  return events.map(({ details }) => details);
};

async function anUndisturbedRead(app: TestApp) {
  const { id } = await aKeySystem(app);
  await readInventory(app, id);
  const [read] = await listReads(app, id);
  return { mirror: await mirrorOf(app, id), changes: read?.changes };
}

describe('a read whose worker is killed', () => {
  test.for<[n: number, when: 'before' | 'after']>([
    [1, 'before'],
    [2, 'after'],
    [3, 'before'],
    [3, 'after'],
    [6, 'after'],
    [9, 'before'],
    [14, 'after'],
    [16, 'before'],
    [17, 'after'],
    [20, 'before'],
    [21, 'after'],
  ])('at save %i (%s it is kept) ends as if it had not been', async ([n, when], { app }) => {
    const expected = await anUndisturbedRead(app);
    const { id } = await aKeySystem(app);
    const task = await aTask(app, { kind: 'inventory', key_system_connection_id: id });
    await expect(work(app, task.id, atSave(n, when))).rejects.toThrow(Killed);
    await work(app, task.id, undisturbed);
    expect(await app.ended(task.id)).toMatchObject({ status: 'SUCCESS', result: { outcome: 'read', failed: 0 } });
    expect(await mirrorOf(app, id)).toEqual(expected.mirror);
    expect(await listReads(app, id)).toMatchObject([{ changes: expected.changes }]);
  });

  test('in the middle of asking for the keys of everybody goes on where it was', async ({ app }) => {
    const { id } = await aKeySystem(app);
    for (let i = 0; i < 60; i++) app.sandbox.act('create-person', { first_name: 'Holder', surname: `Number ${i}` });
    app.sandbox.offer('query_only');
    onTestFinished(() => app.sandbox.offer('full'));
    await readInventory(app, id);
    const expected = await mirrorOf(app, id);
    const other = await aKeySystem(app);
    const task = await aTask(app, { kind: 'inventory', key_system_connection_id: other.id });
    const afterAPage: Disturbance = (step, run) => {
      const save: TaskRun['save'] = async (db, progress) => {
        const { held } = cursorOf({ cursor: progress.cursor ?? null });
        if (held?.pages === 2) throw new Killed();
        await run.save(db, progress);
      };
      return step({ ...run, save });
    };
    await expect(work(app, task.id, afterAPage)).rejects.toThrow(Killed);
    app.sandbox.script(); // counts calls anew
    await work(app, task.id, undisturbed);
    expect(await app.ended(task.id)).toMatchObject({ status: 'SUCCESS' });
    const persons = expected.filter((row) => (row as { kind: string }).kind === 'recorded_person').length;
    const asked = app.sandbox.calls().filter(({ operation }) => operation === 'getKeysForPerson').length;
    expect([persons > 60, asked]).toEqual([true, persons - 40]);
    expect(await mirrorOf(app, other.id)).toEqual(expected);
    expect(await app.db.selectFrom('inventory_page').selectAll().execute()).toEqual([]);
  });

  test('before a list was written whole still finds that the list is as it was before', async ({ app }) => {
    const { id } = await aKeySystem(app);
    await readInventory(app, id);
    const expected = await mirrorOf(app, id);
    alterList(app, 'keys', (items) => items.map((item) => ({ ...item, name: 'Renamed' })));
    const task = await aTask(app, { kind: 'inventory', key_system_connection_id: id });
    const beforeTheEnd: Disturbance = (step, run) => {
      const save: TaskRun['save'] = async (db, progress) => {
        const { counts } = cursorOf({ cursor: progress.cursor ?? null });
        if (counts.keys !== undefined) throw new Killed();
        await run.save(db, progress);
      };
      return step({ ...run, save });
    };
    await expect(work(app, task.id, beforeTheEnd)).rejects.toThrow(Killed);
    expect(await mirrorOf(app, id)).not.toEqual(expected);
    app.sandbox.fault(undefined);
    await work(app, task.id, undisturbed);
    expect(await app.ended(task.id)).toMatchObject({ status: 'SUCCESS' });
    expect(await mirrorOf(app, id)).toEqual(expected);
  });

  test('between the end of the read and that of the task notes it once', async ({ app }) => {
    const { id } = await aKeySystem(app);
    const task = await aTask(app, { kind: 'inventory', key_system_connection_id: id });
    await expect(work(app, task.id, killAtTheEnd)).rejects.toThrow(Killed);
    await work(app, task.id, undisturbed);
    expect(await app.ended(task.id)).toMatchObject({ status: 'SUCCESS', result: { counts: { cylinders: 296 } } });
    expect(await listReads(app, id)).toHaveLength(1);
  });

  test('again and again gets on all the same', async ({ app }) => {
    const expected = await anUndisturbedRead(app);
    const { id } = await aKeySystem(app);
    const task = await aTask(app, { kind: 'inventory', key_system_connection_id: id });
    let killed = 0;
    for (let attempt = 0; attempt < 40; attempt++) {
      const isDead = await work(app, task.id, atSave(4, 'before')).then(
        () => false,
        (error) => error instanceof Killed,
      );
      if (!isDead) break;
      killed++;
    }
    expect(killed).toBeGreaterThan(4);
    expect(await app.ended(task.id)).toMatchObject({ status: 'SUCCESS' });
    expect(await mirrorOf(app, id)).toEqual(expected.mirror);
  });

  test('while another has taken it for abandoned is noted once', async ({ app }) => {
    const expected = await anUndisturbedRead(app);
    const { id } = await aKeySystem(app);
    const stalled = new Promise<void>((resolve) => {
      let calls = 0;
      disturb(app, ({ path }) => {
        if (!path.endsWith('/keys') || ++calls > 1) return undefined;
        resolve();
        return { kind: 'delay', ms: 1_000 };
      });
    });
    const { body } = await app.as('superadmin').call(keySystems.readInventory, { params: { id } });
    await stalled;
    await workBeside(app, body.task_id);
    expect(await app.ended(body.task_id)).toMatchObject({ status: 'SUCCESS' });
    await readInventory(app, id); // by the worker that was stalled, so once it has come to its end
    const [read, again, ...more] = await listReads(app, id);
    expect([read?.changes, more]).toEqual([expected.changes, []]);
    expect(again?.changes).toEqual({ access_events: { new: 0, changed: 0, deleted: 0 } });
    expect(await mirrorOf(app, id)).toEqual(expected.mirror);
  });
});

describe('a read that is still under way', () => {
  test.for<[what: string, from: string]>([
    ['has failed before', 'ERROR'],
    ['was never tested', 'PENDING_VALIDATION'],
  ])('makes a connection active that %s', async ([, last_status], { app }) => {
    const { id } = await aKeySystem(app, { last_status });
    const task = await aTask(app, { kind: 'inventory', key_system_connection_id: id });
    await work(app, task.id, undisturbed);
    expect((await app.as('superadmin').call(keySystems.get, { params: { id } })).body.status).toBe('ACTIVE');
  });

  test.for<[when: string, disturbWith: (activate: () => Promise<unknown>) => Disturbance]>([
    ['during a session', atReading],
    ['before its end is noted', atTheEnd],
  ])('says nothing of a certificate that is made active %s', async ([, disturbWith], { app }) => {
    const { id } = await aKeySystem(app);
    const bundle = app.sandbox.second_client_certificate_bundle_pem;
    const certificate_id = await aClientCertificate(app, id, { bundle, state: 'standby' });
    const task = await aTask(app, { kind: 'inventory', key_system_connection_id: id });
    const activate = () => app.as('superadmin').call(clientCertificates.activate, { params: { id, certificate_id } });
    await work(app, task.id, disturbWith(activate));
    expect(await app.ended(task.id)).toMatchObject({ status: 'SUCCESS' });
    expect((await app.as('superadmin').call(keySystems.get, { params: { id } })).body).toMatchObject({
      status: 'CONFIGURED',
      error_message: null,
    });
  });

  test('calls a connection no more that was deactivated', async ({ app }) => {
    const { id, name } = await aKeySystem(app);
    const task = await aTask(app, { kind: 'inventory', key_system_connection_id: id });
    await app.as('superadmin').call(keySystems.update, { params: { id }, body: { is_active: false } });
    goWrong(app); // counts calls anew
    await work(app, task.id, undisturbed);
    const error = `'${name}' is inactive. Activate it, then read its inventory again.`;
    expect(await app.ended(task.id)).toMatchObject({ status: 'FAILURE', error });
    expect(app.sandbox.calls()).toEqual([]);
  });
});
