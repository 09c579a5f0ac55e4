import { auth, iam, people } from '@key2xs/contract';
import { describe } from 'vitest';
import { expect, type TestApp, test } from '#test/app';
import { aConnection, aFile } from '#test/factories/iam';

const headers = { 'idempotency-key': 'a-key' };
const body = { name: 'Head office', provider: 'csv' } as const;

const create = (app: TestApp, name = 'Head office', key = 'a-key') =>
  app.as('superadmin').send(iam.create, { body: { ...body, name } }, { headers: { 'idempotency-key': key } });
const count = async ({ db }: TestApp) => (await db.selectFrom('iam_connection').select('id').execute()).length;

describe('Idempotency-Key', () => {
  test('gives the same request the same answer, and does it once', async ({ app }) => {
    const [first, second] = [await create(app), await create(app)];
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.body).toEqual(first.body);
    expect(second.headers.get('etag')).toBe(first.headers.get('etag'));
    expect(await count(app)).toBe(1);
    const events = await app.db.selectFrom('audit_event').select('action').execute();
    expect(events).toEqual([{ action: 'iam_connection.created' }]);
  });

  test('is refused for another body', async ({ app }) => {
    await create(app);
    const { status, problem } = await create(app, 'Branch');
    expect([status, problem.code]).toEqual([409, 'idempotency_conflict']);
    expect(await count(app)).toBe(1);
  });

  test('is refused for another endpoint', async ({ app }) => {
    const { id } = await aConnection(app);
    await create(app);
    const { problem } = await app
      .as('superadmin')
      .send(iam.uploadStaffList, { params: { id }, body: { file: aFile('id\n1') } }, { headers });
    expect(problem.code).toBe('idempotency_conflict');
  });

  test('lets other keys through', async ({ app }) => {
    await create(app, 'Head office', 'one');
    expect((await create(app, 'Branch', 'two')).status).toBe(201);
    expect(await count(app)).toBe(2);
  });

  test('is free again after a request that failed', async ({ app }) => {
    await aConnection(app, { name: 'Head office' });
    expect((await create(app)).status).toBe(409);
    await app.db.updateTable('iam_connection').set({ name: 'Elsewhere' }).execute();
    expect((await create(app)).status).toBe(201);
  });

  test('is free again after a request that was not valid', async ({ app }) => {
    expect((await create(app, 'ab')).status).toBe(422);
    expect((await create(app)).status).toBe(201);
  });

  test('of several requests at once lets one through, and never does it twice', async ({ app }) => {
    const answers = await Promise.all(Array.from({ length: 6 }, () => create(app)));
    const refused = answers.filter(({ status }) => status !== 201);
    expect(refused.map(({ problem }) => problem.code)).toEqual(refused.map(() => 'idempotency_conflict'));
    const ids = answers.flatMap((answer) => (answer.status === 201 ? [answer.body.id] : []));
    expect(new Set(ids).size).toBe(1);
    expect(await count(app)).toBe(1);
  });

  test('is kept for a day', async ({ app }) => {
    const first = await create(app);
    const age = (hours: number) =>
      app.db
        .updateTable('idempotency_key')
        .set({ created_at: hoursAgo(hours) })
        .execute();
    await age(23.9);
    expect((await create(app)).body).toEqual(first.body);
    await age(24.1);
    expect((await create(app)).problem.code).toBe('conflict');
  });

  test('belongs to one administrator', async ({ app }) => {
    await create(app);
    await app.db.updateTable('admin').set({ role: 'superadmin' }).execute();
    await app.as('subadmin').token();
    await app.db.updateTable('admin').set({ role: 'superadmin' }).execute();
    const { status } = await app.as('subadmin').send(iam.create, { body: { ...body, name: 'Branch' } }, { headers });
    expect(status).toBe(201);
  });

  test('of more than 200 characters is refused', async ({ app }) => {
    expect((await create(app, 'Head office', 'k'.repeat(200))).status).toBe(201);
    expect((await create(app, 'Branch', 'k'.repeat(201))).problem.code).toBe('bad_request');
  });

  test('does not keep an answer that shows a secret', async ({ app }) => {
    const invite = () => app.as('superadmin').send(auth.invite, { body: { role: 'subadmin' } }, { headers });
    const [first, second] = [await invite(), await invite()];
    expect(second.body.invitation_token).not.toBe(first.body.invitation_token);
    expect(await app.db.selectFrom('idempotency_key').selectAll().execute()).toEqual([]);
  });

  test('means nothing to a request that creates nothing', async ({ app }) => {
    const read = () => app.as('superadmin').send(people.list, { query: {} }, { headers });
    expect([(await read()).status, (await read()).status]).toEqual([200, 200]);
    expect(await app.db.selectFrom('idempotency_key').selectAll().execute()).toEqual([]);
  });
});

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);
