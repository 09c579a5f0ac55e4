import { administrators } from '@key2xs/contract';
import { describe } from 'vitest';
import { expect, type TestApp, test } from '#test/app';
import { giveUsualRole, setFunctions } from '#test/factories/administrators';

const idOf = async ({ db }: TestApp, name: string) =>
  (await db.selectFrom('admin').select('id').where('username_folded', '=', name).executeTakeFirstOrThrow()).id;

async function threeAdmins(app: TestApp) {
  const { call } = app.as('superadmin'); // the first of them
  await call(administrators.list, { query: {} });
  const add = (username: string, values: object) =>
    app.db
      .insertInto('admin')
      .values({
        id: crypto.randomUUID(),
        username,
        username_folded: username.toLowerCase(),
        password_hash: 'none',
        role: 'subadmin',
        ...values,
      })
      .execute();
  await setFunctions(app.db, ['view_cylinders', 'user_audits']);
  await add('Zoe', {});
  await giveUsualRole(app.db, await idOf(app, 'zoe'));
  await add('adam', { suspended_at: new Date('2026-03-01T08:00:00Z') });
  return call;
}

describe('GET /administrators', () => {
  test('lists all by name without regard to case, searches, filters and sorts', async ({ app }) => {
    const call = await threeAdmins(app);
    const names = async (query: Parameters<typeof call<typeof administrators.list>>[1]['query']) =>
      (await call(administrators.list, { query })).body.items.map(({ username }) => username);
    expect(await names({ role: 'subadmin' })).toEqual(['adam', 'Zoe']);
    expect(await names({ role: 'subadmin', sort: '-username' })).toEqual(['Zoe', 'adam']);
    expect(await names({ search: 'ZO' })).toEqual(['Zoe']);
    expect(await names({ offset: 1, limit: 1, sort: '-role' })).toHaveLength(1);
    expect((await names({})).length).toBe(3);
  });

  test('hands them over as CSV, without passwords', async ({ app }) => {
    const call = await threeAdmins(app);
    const { text } = await call(administrators.exportCsv, { query: { role: 'subadmin' } });
    const [head, ...rows] = text.replace('\ufeff', '').trim().split('\n');
    expect(head).toBe('username,role,functions,created_at,suspended_at');
    expect(rows.map((row) => row.replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/, 'when'))).toEqual([
      'adam,subadmin,,when,2026-03-01T08:00:00.000Z',
      'Zoe,subadmin,user_audits view_cylinders,when,',
    ]);
  });
});
