import { adminRoles, auth, invitations } from '@key2xs/contract';
import { expect, test } from '#test/app';
import { anAdministrator, eventsAbout } from '#test/factories/administrators';

test('a role is created, applies to its members at once, and goes when no one has it', async ({ app }) => {
  const { call } = app.as('superadmin');
  const create = { name: 'Porter', functions: ['view_cylinders' as const] };
  const { body: role } = await call(adminRoles.create, { body: create });
  expect(role).toMatchObject({ members: 0, needs_second_factor: false, version: 1 });
  expect((await call(adminRoles.create, { body: { name: ' PORTER', functions: [] } })).problem.code).toBe('conflict');

  const zoe = await anAdministrator(app);
  await app.db.insertInto('admin_role_member').values({ admin_id: zoe.id, role_id: role.id }).execute();
  const functions = async () => (await zoe.call(auth.me, {})).body.functions;
  expect(await functions()).toEqual(['view_cylinders']);
  const body = { functions: ['edit_plans' as const, 'activate_plans' as const], reason: 'Replanning' };
  const changed = await call(adminRoles.change, { params: role, body }, { headers: { 'if-match': '"1"' } });
  expect(changed.body).toMatchObject({ separation_warnings: ['edits_and_activates_plans'], members: 1, version: 2 });
  expect(await functions()).toEqual(expect.arrayContaining(['activate_plans', 'edit_plans']));

  await call(invitations.invite, { body: { role: 'subadmin', role_ids: [role.id] } });
  const refused = await call(adminRoles.remove, { params: role });
  expect([refused.status, refused.problem]).toMatchObject([
    409,
    { constraint_name: 'admin_role_members', related_records: { administrators: 1, invitations: 1 } },
  ]);
  await app.db.deleteFrom('admin').where('id', '=', zoe.id).execute();
  await app.db.updateTable('invitation').set({ used_at: new Date() }).execute();
  expect((await call(adminRoles.remove, { params: role })).body.success).toBe(true);
  const { body: left } = await call(adminRoles.list, {});
  expect(left.items.map(({ name }) => name)).toEqual(['Sub-Admin']);
  expect((await eventsAbout(app, role.id)).map(({ action }) => action)).toEqual([
    'admin_role.created',
    'admin_role.updated',
    'admin_role.deleted',
  ]);
});
