import { administrators } from '@key2xs/contract';
import { sql } from 'kysely';
import { describe } from 'vitest';
import { expect, type TestApp, test } from '#test/app';
import { giveUsualRole, setFunctions } from '#test/factories/administrators';
import { aPlace } from '#test/factories/doors';

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
    const columns = (head ?? '').split(',');
    const cells = rows.map((row) => {
      const values = row.split(',');
      return ['username', 'role', 'roles', 'functions', 'status'].map((name) => values[columns.indexOf(name)]);
    });
    expect(cells).toEqual([
      ['adam', 'subadmin', '', '', 'suspended'],
      ['Zoe', 'subadmin', 'Sub-Admin', 'user_audits view_cylinders', 'active'],
    ]);
    expect(columns).not.toContain('password_hash');
  });

  test('tells the roles, scope, deputy and status of each', async ({ app }) => {
    const call = await threeAdmins(app);
    const [zoe, adam] = [await idOf(app, 'zoe'), await idOf(app, 'adam')];
    const site = await aPlace(app, { name: 'Site', type: 'site' });
    const ward = await aPlace(app, { name: 'Ward', type: 'building', parent_id: site.id });
    await sql`insert into department_spelling values ('Radiology ', 'radiology')`.execute(app.db);
    await app.db
      .insertInto('admin_scope')
      .values({ admin_id: zoe, departments: ['radiology', 'gone'], places: [ward.id, crypto.randomUUID()] })
      .execute();
    const [from, until] = ['2026-01-01T00:00:00.000Z', '2100-01-01T00:00:00.000Z'];
    await app.db
      .updateTable('admin')
      .set({ name: 'Zoe Zett', deputy_id: adam, deputy_from: from, deputy_until: until, valid_from: until })
      .where('id', '=', zoe)
      .execute();
    const { body } = await call(administrators.get, { params: { id: zoe } });
    expect(body).toMatchObject({
      name: 'Zoe Zett',
      roles: [{ name: 'Sub-Admin' }],
      scope: { departments: ['Radiology ', 'gone'], places: [{ id: ward.id, path: 'Site / Ward' }] },
      deputy: { id: adam, username: 'adam', from, until },
      status: 'not_yet',
      second_factor: 'none',
    });
    const listed = async (query: Parameters<typeof call<typeof administrators.list>>[1]['query']) =>
      (await call(administrators.list, { query })).body.items.map(({ username }) => username);
    expect(await listed({ status: 'not_yet' })).toEqual(['Zoe']);
    expect(await listed({ status: 'suspended' })).toEqual(['adam']);
    expect(await listed({ role_id: body.roles[0]?.id ?? '' })).toEqual(['Zoe']);
    expect(await listed({ search: 'zett' })).toEqual(['Zoe']);
    const unknown = await call(administrators.get, { params: { id: site.id } });
    expect(unknown.status).toBe(404);
  });
});
