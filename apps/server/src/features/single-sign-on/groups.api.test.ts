import { auth, invitations, singleSignOn } from '@key2xs/contract';
import { describe } from 'vitest';
import { expect, type TestApp, test } from '#test/app';
import {
  aLinkedAdmin,
  aRole,
  comeBack,
  failures,
  linksOf,
  rolesOf,
  signInAs,
  singleSignOnAt,
} from '#test/factories/single-sign-on';
import type { Person } from '#test/openid-provider';
import { send } from '#test/send';

const detailOf = async (answer: ReturnType<typeof signInAs>) => {
  const { status, problem } = await answer;
  return [status, problem?.detail];
};
const notAdmitted = [401, 'This account of the provider does not sign in here. Ask a super admin.'];
const noRole = [401, 'None of your groups at the provider gives a role here. Ask a super admin.'];

const anActiveRole = async (app: TestApp) => {
  const guard = await aRole(app, 'Guard');
  const porter = await aRole(app, 'Porter');
  return {
    guard,
    group_roles: [
      { group: 'guards', role_id: guard },
      { group: 'porters', role_id: porter },
    ],
  };
};

describe('creating at the first sign-in', () => {
  const eve = { sub: 'eve-1', preferred_username: 'eve', name: 'Eve Example', groups: ['guards'] };

  test('is off by default', async ({ app }) => {
    const { group_roles } = await anActiveRole(app);
    const provider = await singleSignOnAt(app, { group_roles });
    expect(await detailOf(signInAs(app, provider, eve))).toEqual(notAdmitted);
    expect(await rolesOf(app, 'eve')).toBeUndefined();
  });

  test('makes a sub-admin with the roles and the scope that the settings give', async ({ app }) => {
    const { group_roles } = await anActiveRole(app);
    const created_scope = { departments: ['Ward  A'], places: null };
    const provider = await singleSignOnAt(app, { group_roles, creates_administrators: true, created_scope });
    const { body } = await signInAs(app, provider, { ...eve, groups: ['guards', 'others'] });
    const me = await send(app.url, auth.me, {}, { token: body.access_token });
    expect([me.body.username, me.body.role]).toEqual(['eve', 'subadmin']);
    expect(await rolesOf(app, 'eve')).toEqual({ role: 'subadmin', roles: ['Guard'] });
    const scope = await app.db.selectFrom('admin_scope').select(['departments', 'places']).execute();
    expect(scope).toEqual([{ departments: ['ward a'], places: null }]);
    expect((await signInAs(app, provider)).status).toBe(200);
    expect(await linksOf(app)).toEqual([{ account: 'eve', linked_by: 'creation' }]);
  });

  test('refuses whose groups give no role, whose groups were left out, and a name that is taken', async ({ app }) => {
    const { group_roles } = await anActiveRole(app);
    const provider = await singleSignOnAt(app, { group_roles, creates_administrators: true });
    await aLinkedAdmin(app, provider, { username: 'taken', sub: 'taken-1' });
    expect(await detailOf(signInAs(app, provider, { ...eve, groups: ['others'] }))).toEqual(noRole);
    const tooMany = { sub: 'eve-1', preferred_username: 'eve', _claim_names: { groups: 'src1' } };
    expect((await detailOf(signInAs(app, provider, tooMany)))[1]).toContain('too many');
    expect(await detailOf(signInAs(app, provider, { ...eve, preferred_username: 'Taken' }))).toEqual(notAdmitted);
    expect(await detailOf(signInAs(app, provider, { ...eve, preferred_username: '?' }))).toEqual(notAdmitted);
    expect(await failures(app)).toEqual(['no_role', 'groups_not_sent', 'unknown_account', 'unknown_account']);
    expect(await rolesOf(app, 'eve')).toBeUndefined();
  });

  test('makes no super admin, whatever the groups give', async ({ app }) => {
    const { group_roles } = await anActiveRole(app);
    const provider = await singleSignOnAt(app, {
      group_roles: [...group_roles, { group: 'bosses', role_id: null }],
      groups_give_super_admin: true,
      roles_from_groups: true,
      creates_administrators: true,
    });
    for (const _ of ['first', 'second']) {
      expect((await signInAs(app, provider, { ...eve, groups: ['guards', 'bosses'] })).status).toBe(200);
      expect(await rolesOf(app, 'eve')).toEqual({ role: 'subadmin', roles: ['Guard'] });
    }
  });
});

test('accepts an invitation without a password', async ({ app }) => {
  const provider = await singleSignOnAt(app);
  const porter = await aRole(app, 'Porter');
  const invitation = { role: 'subadmin' as const, role_ids: [porter], name: 'Ina Example' };
  const { body } = await app.as('superadmin').call(invitations.invite, { body: invitation });
  const accept = async (person: Person) => {
    provider.person = person;
    const answer = await comeBack(app, { invitation_token: body.invitation_token });
    return (await app.as('anonymous').send(singleSignOn.finish, { body: answer })).status;
  };
  expect(await accept({ sub: 'ina-1', preferred_username: 'ina' })).toBe(200);
  expect(await rolesOf(app, 'ina')).toEqual({ role: 'subadmin', roles: ['Porter'] });
  expect(await linksOf(app)).toEqual([{ account: 'ina', linked_by: 'invitation' }]);
  expect(await accept({ sub: 'eve-1', preferred_username: 'eve' }), 'it works once').toBe(401);
  expect((await signInAs(app, provider, { sub: 'ina-1' })).status).toBe(200);
});

describe('roles from groups', () => {
  const ada = (...groups: string[]) => ({ sub: 'ada-1', preferred_username: 'ada', groups });

  test('stay as they are unless they are to follow', async ({ app }) => {
    const { group_roles } = await anActiveRole(app);
    const provider = await singleSignOnAt(app, { group_roles });
    await aLinkedAdmin(app, provider);
    expect((await signInAs(app, provider, ada('guards'))).status).toBe(200);
    expect(await rolesOf(app, 'ada')).toEqual({ role: 'subadmin', roles: [] });
  });

  test('follow at every sign-in, and other sessions end when they change', async ({ app }) => {
    const { group_roles } = await anActiveRole(app);
    const provider = await singleSignOnAt(app, { group_roles, roles_from_groups: true });
    await aLinkedAdmin(app, provider);
    const first = await signInAs(app, provider, ada('guards'));
    const second = await signInAs(app, provider);
    const isOpen = async (token: string) => (await send(app.url, auth.me, {}, { token })).status === 200;
    expect(await isOpen(first.body.access_token), 'the same roles').toBe(true);
    const third = await signInAs(app, provider, ada('porters'));
    expect(await rolesOf(app, 'ada')).toEqual({ role: 'subadmin', roles: ['Porter'] });
    const tokens = [first, second, third].map(({ body }) => body.access_token);
    expect(await Promise.all(tokens.map(isOpen))).toEqual([false, false, true]);
  });

  test('end with the last group, although the sign-in is refused', async ({ app }) => {
    const { group_roles } = await anActiveRole(app);
    const provider = await singleSignOnAt(app, { group_roles, roles_from_groups: true });
    await aLinkedAdmin(app, provider);
    const { body } = await signInAs(app, provider, ada('guards'));
    expect(await detailOf(signInAs(app, provider, { sub: 'ada-1', preferred_username: 'ada' }))).toEqual(noRole);
    expect(await rolesOf(app, 'ada')).toEqual({ role: 'subadmin', roles: [] });
    expect((await send(app.url, auth.me, {}, { token: body.access_token })).status).toBe(401);
  });

  test('make a super admin where the settings say so, for as long as the group does', async ({ app }) => {
    const { group_roles } = await anActiveRole(app);
    const provider = await singleSignOnAt(app, {
      group_roles: [...group_roles, { group: 'bosses', role_id: null }],
      groups_give_super_admin: true,
      roles_from_groups: true,
    });
    await aLinkedAdmin(app, provider);
    await signInAs(app, provider, ada('guards', 'bosses'));
    expect(await rolesOf(app, 'ada')).toEqual({ role: 'superadmin', roles: [] });
    await signInAs(app, provider, ada('guards'));
    expect(await rolesOf(app, 'ada')).toEqual({ role: 'subadmin', roles: ['Guard'] });
  });

  test('leave a super admin alone whom a person has made one, and the last who has a password', async ({ app }) => {
    const { group_roles } = await anActiveRole(app);
    const provider = await singleSignOnAt(app, {
      group_roles: [...group_roles, { group: 'bosses', role_id: null }],
      groups_give_super_admin: true,
      roles_from_groups: true,
    });
    await aLinkedAdmin(app, provider, { username: 'ruth', sub: 'ruth-1', role: 'superadmin' });
    await signInAs(app, provider, { sub: 'ruth-1', groups: ['guards'] });
    expect(await rolesOf(app, 'ruth')).toEqual({ role: 'superadmin', roles: [] });
    await aLinkedAdmin(app, provider);
    await signInAs(app, provider, ada('bosses'));
    await app.db.updateTable('admin').set({ suspended_at: new Date() }).where('username', '<>', 'ada').execute();
    await signInAs(app, provider, ada('guards'));
    expect(await rolesOf(app, 'ada')).toEqual({ role: 'superadmin', roles: [] });
  });
});

describe('linking by username', () => {
  const person = { sub: 'new-1', preferred_username: 'ADA' };
  const unlink = (app: TestApp) => app.db.deleteFrom('single_sign_on_identity').execute();

  test('links a sub-admin at the first sign-in, and no super admin', async ({ app }) => {
    const provider = await singleSignOnAt(app, { link_by_username: true });
    await aLinkedAdmin(app, provider);
    await aLinkedAdmin(app, provider, { username: 'ruth', sub: 'ruth-1', role: 'superadmin' });
    await unlink(app);
    expect((await signInAs(app, provider, person)).status).toBe(200);
    expect(await linksOf(app)).toEqual([{ account: 'ADA', linked_by: 'username' }]);
    expect(await detailOf(signInAs(app, provider, { sub: 'new-2', preferred_username: 'ruth' }))).toEqual(notAdmitted);
    expect(await detailOf(signInAs(app, provider, { sub: 'new-3', preferred_username: 'ada' }))).toEqual(notAdmitted);
  });

  test('is off by default, and takes no mail address that is not verified', async ({ app }) => {
    const off = await singleSignOnAt(app);
    await aLinkedAdmin(app, off, { username: 'ada@example.org' });
    await unlink(app);
    const mail = { sub: 'new-1', preferred_username: 'ada@example.org', email: 'ada@example.org' };
    expect(await detailOf(signInAs(app, off, mail))).toEqual(notAdmitted);
    const on = await singleSignOnAt(app, { link_by_username: true, username_claim: 'email' });
    expect(await detailOf(signInAs(app, on, mail))).toEqual(notAdmitted);
    expect((await signInAs(app, on, { ...mail, email_verified: true })).status).toBe(200);
  });
});
