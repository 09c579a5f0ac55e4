import { randomUUID } from 'node:crypto';
import { sync } from '@key2xs/contract';
import { say } from '@key2xs/texts';
import { describe } from 'vitest';
import { expect, type TestApp, test } from '#test/app';
import { aTask } from '#test/factories/tasks';

const list = async (app: TestApp, role: 'superadmin' | 'subadmin' = 'superadmin', query = {}) =>
  (await app.as(role).call(sync.list, { query })).body;
const status = (app: TestApp, task_id: string, role: 'superadmin' | 'subadmin' = 'superadmin') =>
  app.as(role).call(sync.status, { params: { task_id } });
const markSeen = (app: TestApp, role: 'superadmin' | 'subadmin') => app.as(role).call(sync.markSeen, {});

const result = JSON.stringify({ outcome: 'applied', counts: { joiner: 2 }, failed: 0, waiting: 0 });
const ended = { status: 'SUCCESS', phase: 'finished', result, completed_at: new Date() } as const;

describe('GET /sync/tasks', () => {
  test('is empty at first', async ({ app }) => {
    expect(await list(app)).toEqual({ items: [], total: 0, unseen: 0, limit: 20, offset: 0 });
  });

  test('has the newest first', async ({ app }) => {
    const at = (minute: number) => new Date(Date.UTC(2024, 0, 1, 0, minute));
    const old = await aTask(app, { created_at: at(1) });
    const young = await aTask(app, { created_at: at(3) });
    const middle = await aTask(app, { created_at: at(2) });
    expect((await list(app)).items.map(({ task_id }) => task_id)).toEqual([young.id, middle.id, old.id]);
  });

  test('pages without overlap, also over tasks started together', async ({ app }) => {
    const created_at = new Date();
    for (let n = 0; n < 23; n++) await aTask(app, { created_at });
    const seen: string[] = [];
    for (let offset = 0; offset < 23; offset += 5) {
      const page = await list(app, 'superadmin', { offset, limit: 5 });
      expect(page).toMatchObject({ total: 23, limit: 5, offset });
      seen.push(...page.items.map(({ task_id }) => task_id));
    }
    expect([seen.length, new Set(seen).size]).toEqual([23, 23]);
  });

  test('keeps to a hundred a page', async ({ app }) => {
    expect(await list(app, 'superadmin', { limit: 5_000 })).toMatchObject({ limit: 100 });
    expect(await list(app, 'superadmin', { limit: -1, offset: -7 })).toMatchObject({ limit: 1, offset: 0 });
  });
});

describe('GET /sync/status/:task_id', () => {
  test('shows how far a task is', async ({ app }) => {
    const { id } = await aTask(app, { status: 'RUNNING', phase: 'comparing', done: 40, total: 100 });
    expect((await status(app, id)).body).toMatchObject({
      task_id: id,
      status: 'RUNNING',
      phase: 'comparing',
      done: 40,
      total: 100,
      result: null,
      completed_at: null,
    });
  });

  test('shows how it ended', async ({ app }) => {
    const { id } = await aTask(app, ended);
    const failed = await aTask(app, {
      status: 'FAILURE',
      phase: 'finished',
      error: JSON.stringify(say('asWritten', { text: 'The key system is away.' })),
    });
    expect((await status(app, id)).body.result).toEqual(JSON.parse(result));
    expect((await status(app, failed.id)).body).toMatchObject({ error: 'The key system is away.', result: null });
  });

  test('is not found for an unknown task', async ({ app }) => {
    for (const id of [randomUUID(), 'no-id']) expect((await status(app, id)).problem.code).toBe('not_found');
  });
});

describe('POST /sync/tasks/seen', () => {
  test('counts only for the administrator who has seen them', async ({ app }) => {
    const { id } = await aTask(app, ended);
    await aTask(app, {
      status: 'FAILURE',
      phase: 'finished',
      error: JSON.stringify(say('asWritten', { text: 'No.' })),
    });
    expect((await list(app, 'superadmin')).unseen).toBe(2);
    expect((await markSeen(app, 'subadmin')).body).toEqual({ success: true });
    expect(await list(app, 'superadmin')).toMatchObject({ unseen: 2, items: [{ seen: false }, { seen: false }] });
    expect((await markSeen(app, 'superadmin')).body).toEqual({ success: true });
    expect(await list(app, 'superadmin')).toMatchObject({ unseen: 0, items: [{ seen: true }, { seen: true }] });
    expect((await status(app, id, 'superadmin')).body.seen).toBe(true);
  });

  test('leaves a task that has not ended unseen', async ({ app }) => {
    const { id } = await aTask(app, { status: 'RUNNING' });
    await markSeen(app, 'superadmin');
    await app.db.updateTable('sync_task').set(ended).where('id', '=', id).execute();
    expect(await list(app)).toMatchObject({ unseen: 1, items: [{ seen: false }] });
  });

  test('is idempotent', async ({ app }) => {
    await aTask(app, ended);
    await markSeen(app, 'superadmin');
    expect((await markSeen(app, 'superadmin')).status).toBe(200);
    expect((await list(app)).unseen).toBe(0);
  });
});
