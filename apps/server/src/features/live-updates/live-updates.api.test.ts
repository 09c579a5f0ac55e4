import { randomUUID } from 'node:crypto';
import { invitations, keyDesk, liveUpdates, sync } from '@key2xs/contract';
import { describe } from 'vitest';
import { expect, type TestApp, test } from '#test/app';
import { aSubAdmin } from '#test/factories/administrators';
import { aKeySystem } from '#test/factories/key-systems';
import { aKey } from '#test/factories/keys';
import { aTask } from '#test/factories/tasks';
import { openStream } from '#test/open-stream';

const running = { status: 'RUNNING', phase: 'reading', total: 100 } as const;

type From = { lastEventId?: string; query?: { last_event_id: string } };

async function follow(app: TestApp, from: From = {}, role: 'superadmin' | 'subadmin' = 'superadmin') {
  const token = await app.as(role).token();
  const stream = await openStream(app.url, liveUpdates.stream, { token, ...from });
  return { ...stream, connected: await stream.next() };
}

const update = ({ db }: TestApp, id: string, set: { done?: number; phase?: 'comparing' }) =>
  db.updateTable('sync_task').set(set).where('id', '=', id).execute();

describe('GET /live-updates', () => {
  test('sends that plans and key systems changed, to those who see them', async ({ app }) => {
    const { id: system } = await aKeySystem(app);
    const plan = { id: randomUUID(), name: 'Annex', description: '' };
    await app.as('superadmin').token();
    const { token } = await aSubAdmin(app, { functions: ['view_plans'] });
    const own = await openStream(app.url, liveUpdates.stream, { token });
    await own.next();
    const others = await follow(app);
    expect(others.connected).toMatchObject({ event: 'connected' });
    await app.db.updateTable('key_system_connection').set({ version: 77 }).where('id', '=', system).execute();
    expect(await others.next()).toMatchObject({ event: 'records_changed', data: { resources: ['key-systems'] } });
    await app.db.insertInto('key_plan').values(plan).execute();
    for (const stream of [own, others]) {
      expect(await stream.next()).toMatchObject({ event: 'records_changed', data: { resources: ['key-plans'] } });
    }
    const id = await aKey(app, system, { marking: 'A 1' });
    await app.as('superadmin').call(keyDesk.report, { params: { id }, body: { report: 'retire', reason: 'Worn.' } });
    expect(await others.next()).toMatchObject({ event: 'records_changed', data: { resources: ['keys'] } });
  });

  test('sends that administrators changed, to those who see them', async ({ app }) => {
    const [own, others] = [await follow(app, {}, 'subadmin'), await follow(app)];
    const body = { role: 'subadmin' as const, role_ids: [] };
    const { status } = await app.as('superadmin').call(invitations.invite, { body });
    expect(status).toBe(201);
    const changed = { event: 'records_changed', data: { resources: ['administrators'] } };
    expect(await others.next()).toMatchObject(changed);
    await app.db.updateTable('admin').set({ name: 'Ada Byron' }).where('role', '=', 'superadmin').execute();
    expect(await others.next()).toMatchObject(changed);
    await app.db.deleteFrom('session').execute();
    expect(await own.next()).toBeUndefined();
  });

  test('tells how far a task is, and what else has changed', async ({ app }) => {
    const { id: task_id } = await aTask(app, running);
    const stream = await follow(app);
    expect(stream.connected).toMatchObject({ event: 'connected', data: { resumed: false } });
    await update(app, task_id, { done: 40 });
    expect(await stream.next()).toMatchObject({ event: 'task_progress', data: { task_id, done: 40, total: 100 } });
    await update(app, task_id, { done: 0, phase: 'comparing' });
    expect(await stream.next()).toMatchObject({ event: 'tasks_changed', data: { task_ids: [task_id] } });
    const other = await aTask(app);
    expect(await stream.next()).toMatchObject({ event: 'tasks_changed', data: { task_ids: [other.id] } });
  });

  test('tells an administrator what they have seen elsewhere, and no one else', async ({ app }) => {
    await aTask(app, { status: 'SUCCESS', phase: 'finished' });
    await app.as('subadmin').token(); // its sign-in changes the list of administrators
    const stream = await follow(app);
    await app.as('subadmin').call(sync.markSeen, {});
    await app.as('superadmin').call(sync.markSeen, {});
    expect(await stream.next()).toMatchObject({ event: 'tasks_changed', data: { task_ids: [] } });
    const { id } = await aTask(app);
    expect(await stream.next()).toMatchObject({ data: { task_ids: [id] } });
  });

  test('tells sub-admins, who see no task, of none', async ({ app }) => {
    const [own, others] = [await follow(app, {}, 'subadmin'), await follow(app)];
    expect(own.connected).toMatchObject({ event: 'connected' });
    await aTask(app);
    expect(await others.next()).toMatchObject({ event: 'tasks_changed' });
    await app.db.deleteFrom('session').execute();
    expect(await own.next()).toBeUndefined();
  });

  test('goes on after the last event that a reader has received', async ({ app }) => {
    const { id: task_id } = await aTask(app, running);
    const { connected, close } = await follow(app);
    close();
    await update(app, task_id, { done: 7 });
    const id = connected?.id ?? '';
    for (const from of [{ lastEventId: id }, { query: { last_event_id: id } }]) {
      const resumed = await follow(app, from);
      expect(resumed.connected).toMatchObject({ data: { resumed: true }, id });
      expect(await resumed.next()).toMatchObject({ event: 'task_progress', data: { task_id, done: 7 } });
    }
  });

  test.for(['nonsense', '.', 'x.1', '9'.repeat(400), '%00'])('begins anew after %s', async (lastEventId, { app }) => {
    expect((await follow(app, { lastEventId })).connected).toMatchObject({ data: { resumed: false } });
  });
});
