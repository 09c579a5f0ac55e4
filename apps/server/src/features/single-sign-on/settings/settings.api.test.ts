import { singleSignOn } from '@key2xs/contract';
import { describe } from 'vitest';
import { expect, test } from '#test/app';
import {
  allowLocalhost,
  aRole,
  configure,
  redirectUri,
  settingsFor,
  singleSignOnAt,
} from '#test/factories/single-sign-on';
import { anOpenIdProvider, clientSecret } from '#test/openid-provider';

const issuer = 'https://login.example/realm';

describe('PUT /settings/single-sign-on', () => {
  test('stores the secret sealed, and says neither it nor whether it was right', async ({ app }) => {
    const { call } = app.as('superadmin');
    const before = await call(singleSignOn.get, {});
    expect(before.body).toMatchObject({ version: 0, is_enabled: false, redirect_uri: redirectUri(app) });
    const saved = await configure(app, settingsFor({ issuer }));
    const read = await call(singleSignOn.get, {});
    expect(read.body).toMatchObject({ version: 1, has_client_secret: true, issuer });
    const row = await app.db.selectFrom('single_sign_on').selectAll().executeTakeFirstOrThrow();
    const events = await app.db.selectFrom('audit_event').select('details').execute();
    const everything = [saved.text, read.text, row.client_secret?.toString('latin1'), JSON.stringify(events)].join();
    expect(everything).not.toContain(clientSecret);
    expect(app.deps.secrets.open(row.client_secret ?? Buffer.alloc(0), 'single_sign_on')).toBe(clientSecret);
  });

  test('keeps a secret that is left out, but sends it to no other issuer', async ({ app }) => {
    const { client_secret, ...rest } = settingsFor({ issuer });
    expect((await configure(app, rest)).problem.errors?.[0]?.path).toBe('client_secret');
    await configure(app, { ...rest, client_secret });
    expect((await configure(app, { ...rest, name: 'Renamed' })).body.has_client_secret).toBe(true);
    const moved = await configure(app, { ...rest, issuer: 'https://evil.example' });
    expect([moved.status, moved.problem.errors?.[0]?.path]).toEqual([422, 'client_secret']);
    expect((await configure(app, { ...rest, client_secret: null })).body.has_client_secret).toBe(false);
  });

  test('refuses a version that is no longer current', async ({ app }) => {
    const body = settingsFor({ issuer });
    await configure(app, body);
    const { call } = app.as('superadmin');
    const { status } = await call(singleSignOn.save, { body }, { headers: { 'if-match': '"0"' } });
    expect(status).toBe(412);
  });

  test('lets a group give super admin only where that is said', async ({ app }) => {
    const role_id = await aRole(app, 'Guard');
    const body = { ...settingsFor({ issuer }), group_roles: [{ group: 'bosses', role_id: null as string | null }] };
    const refused = await configure(app, body);
    expect([refused.status, refused.problem.errors?.[0]?.path]).toEqual([422, 'group_roles.0.role_id']);
    const given = await configure(app, { ...body, groups_give_super_admin: true });
    expect(given.body.group_roles).toEqual([{ group: 'bosses', role: null }]);
    const named = await configure(app, { ...body, group_roles: [{ group: 'guards', role_id }] });
    expect(named.body.group_roles).toEqual([{ group: 'guards', role: { id: role_id, name: 'Guard' } }]);
  });

  test.for<[string, object]>([
    ['groups_claim', { groups_claim: null, roles_from_groups: true }],
    ['mfa_values', { trusts_provider_mfa: true, mfa_values: [] }],
    ['issuer', { issuer: 'http://login.example' }],
    ['issuer', { issuer: 'https://login.example/?x=1' }],
    ['authority_pem', { authority_pem: '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----' }],
    ['group_roles.0.role_id', { group_roles: [{ group: 'guards', role_id: crypto.randomUUID() }] }],
  ])('refuses a wrong %s', async ([path, change], { app }) => {
    const { status, problem } = await configure(app, { ...settingsFor({ issuer }), ...change });
    expect([status, problem.errors?.[0]?.path]).toEqual([422, path]);
  });
});

describe('POST /settings/single-sign-on/test', () => {
  const stateOf = (steps: { name: string; state: string }[]) =>
    Object.fromEntries(steps.map(({ name, state }) => [name, state]));

  test('reads what the provider says and its keys', async ({ app }) => {
    const provider = await singleSignOnAt(app);
    const { authority_pem, scopes, username_claim, groups_claim } = settingsFor(provider);
    const body = { issuer: provider.issuer, authority_pem, scopes: [...scopes, 'phone'], username_claim, groups_claim };
    const { body: tested } = await app.as('superadmin').call(singleSignOn.test, { body });
    expect(tested.is_passed).toBe(true);
    expect(stateOf(tested.steps)).toEqual({
      address: 'passed',
      issuer: 'passed',
      keys: 'passed',
      algorithms: 'passed',
      code_flow: 'passed',
      scopes: 'warning',
      claims: 'passed',
    });
  });

  test('says why a provider cannot be used', async ({ app }) => {
    const body = { authority_pem: null, scopes: [], username_claim: 'preferred_username', groups_claim: null };
    const { call } = app.as('superadmin');
    const firstOf = async (issuer: string, authority_pem: string | null = null) => {
      const { steps } = (await call(singleSignOn.test, { body: { ...body, issuer, authority_pem } })).body;
      return steps.find(({ state }) => state === 'failed');
    };
    const provider = await anOpenIdProvider({ redirectUri: redirectUri(app), issuer: 'https://other.example' });
    expect((await firstOf(provider.issuer))?.message, 'a local address').toMatch(/does not allow calls/);
    allowLocalhost(app);
    expect((await firstOf(provider.issuer))?.message, 'an unknown authority').toMatch(
      /certificate .* cannot be trusted/,
    );
    const { authority_pem } = settingsFor(provider);
    const other = await firstOf(provider.issuer, authority_pem ?? null);
    expect([other?.name, other?.message]).toEqual([
      'issuer',
      'It calls itself https://other.example. Enter exactly this as the issuer.',
    ]);
    await provider.close();
    expect((await firstOf(provider.issuer, authority_pem ?? null))?.message).toMatch(/cannot be reached/);
  });
});
