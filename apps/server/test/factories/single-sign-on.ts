import { randomBytes } from 'node:crypto';
import { type Input, type Role, singleSignOn, singleSignOnCallback } from '@key2xs/contract';
import { onTestFinished } from 'vitest';
import { createOutbound } from '#platform/network/outbound';
import { foldUsername } from '#platform/sign-in/fold-username';
import type { TestApp } from '../app';
import { localhostIdentity } from '../mail-server';
import { anOpenIdProvider, clientId, clientSecret, type OpenIdProvider, type Person, visit } from '../openid-provider';

type Settings = Input<typeof singleSignOn.save>['body'];

export const redirectUri = ({ url }: Pick<TestApp, 'url'>) => url + singleSignOnCallback;

export const settingsFor = ({ issuer }: { issuer: string }): Settings => ({
  is_enabled: true,
  name: 'Example login',
  issuer,
  client_id: clientId,
  client_secret: clientSecret,
  scopes: ['profile'],
  authority_pem: localhostIdentity.cert,
  username_claim: 'preferred_username',
  name_claim: 'name',
  mail_claim: null,
  groups_claim: 'groups',
  roles_from_groups: false,
  groups_give_super_admin: false,
  creates_administrators: false,
  created_scope: null,
  link_by_username: false,
  trusts_provider_mfa: false,
  mfa_values: ['mfa'],
  group_roles: [],
});

/** Lets the server call providers on this machine, as an installation is told by KEY2XS_ALLOWED_HOSTS, until the test has ended. */
export function allowLocalhost({ deps }: TestApp): void {
  const { outbound } = deps;
  deps.outbound = createOutbound({ allowedHosts: ['localhost'], ownAddresses: [] });
  onTestFinished(() => {
    deps.outbound = outbound;
  });
}

/** A provider that administrators sign in at. */
export async function singleSignOnAt(app: TestApp, changes: Partial<Settings> = {}): Promise<OpenIdProvider> {
  allowLocalhost(app);
  const provider = await anOpenIdProvider({ redirectUri: redirectUri(app) });
  await configure(app, { ...settingsFor(provider), ...changes });
  return provider;
}

export const configure = (app: TestApp, body: Settings) => app.as('superadmin').call(singleSignOn.save, { body });

export const newBrowserKey = () => randomBytes(32).toString('base64url');

/** Starts a sign-in, and goes to the provider. @returns what the browser comes back with */
export async function comeBack(app: TestApp, invited: { invitation_token?: string } = {}) {
  const browser_key = newBrowserKey();
  const { body } = await app.as('anonymous').call(singleSignOn.start, { body: { browser_key, ...invited } });
  return { browser_key, ...(await answerAt(app, body.authorization_url)) };
}

/** What the provider answers, as the browser hands it over. */
export async function answerAt(app: TestApp, authorizationUrl: string) {
  const { state = '', code, error, iss } = await visit(authorizationUrl, redirectUri(app));
  return { state, ...(code && { code }), ...(error && { error }), ...(iss && { iss }) };
}

/** A whole sign-in. Does not check audit events: a sign-in may link and create as well. */
export async function signInAs(app: TestApp, provider: OpenIdProvider, person?: Person) {
  if (person) provider.person = person;
  return app.as('anonymous').send(singleSignOn.finish, { body: await comeBack(app) });
}

/** An administrator without a password, linked with an account of the provider. @returns the id */
export async function aLinkedAdmin(
  { db }: TestApp,
  { issuer }: Pick<OpenIdProvider, 'issuer'>,
  {
    username = 'ada',
    sub = 'ada-1',
    role = 'subadmin' as Role,
    ...values
  }: Record<string, unknown> & {
    username?: string;
    sub?: string;
    role?: Role;
  } = {},
): Promise<string> {
  const id = crypto.randomUUID();
  await db
    .insertInto('admin')
    .values({ id, username, username_folded: foldUsername(username), password_hash: null, role, ...values })
    .execute();
  await db
    .insertInto('single_sign_on_identity')
    .values({
      id: crypto.randomUUID(),
      admin_id: id,
      issuer,
      subject: sub,
      account: username,
      linked_by: 'administrator',
      linked_at: new Date(),
    })
    .execute();
  return id;
}

/** A role. @returns its id */
export async function aRole({ db }: TestApp, name: string): Promise<string> {
  const id = crypto.randomUUID();
  await db.insertInto('admin_role').values({ id, name, name_folded: name.toLowerCase(), functions: [] }).execute();
  return id;
}

/** The names of the roles of an administrator; undefined when there is none of this name. */
export async function rolesOf({ db }: TestApp, username: string) {
  const admin = await db
    .selectFrom('admin')
    .select(['id', 'role'])
    .where('username_folded', '=', username)
    .executeTakeFirst();
  if (!admin) return undefined;
  const roles = await db
    .selectFrom('admin_role_member')
    .innerJoin('admin_role', 'admin_role.id', 'role_id')
    .select('name')
    .where('admin_id', '=', admin.id)
    .orderBy('name')
    .execute();
  return { role: admin.role, roles: roles.map(({ name }) => name) };
}

/** Why sign-ins failed, as the audit log has it. */
export async function failures({ db }: TestApp) {
  const events = await db
    .selectFrom('audit_event')
    .select('details')
    .where('action', '=', 'single_sign_on.failed')
    .orderBy('id')
    .execute();
  return events.map(({ details }) => details?.reason);
}

/** Every account that is linked. */
export const linksOf = ({ db }: TestApp) =>
  db.selectFrom('single_sign_on_identity').select(['account', 'linked_by']).orderBy('linked_at').execute();
