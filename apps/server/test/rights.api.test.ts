import {
  type AdminFunction,
  adminFunctions,
  administrators,
  allEndpoints,
  apiTokens,
  type Endpoint,
  eventsOf,
  functionsWithin,
  isClosedToViews,
  isOpenTo,
  isSessionOnly,
  type Viewer,
} from '@key2xs/contract';
import { describe } from 'vitest';
import { buildApp } from '#app';
import type { Scope } from '#platform/deps';
import { test as base, expect, type TestApp } from './app';
import { aSubAdmin } from './factories/administrators';

type Server = Awaited<ReturnType<typeof buildApp>>;

/** These tests read, and write nothing that another of them reads, so they share one database. */
const test = base.extend<{ $file: { server: TestApp } }>({
  server: [
    async ({ running: { app, reset } }, use) => {
      await reset();
      await use(app);
    },
    { scope: 'file' },
  ],
});

const unknownId = '0190c0de-0000-7000-8000-000000000999';
const everyEndpoint = Object.values(allEndpoints).flatMap((group) => Object.values<Endpoint>(group));
const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`;

/** What the door says of a call: the rest is the feature's. */
type Verdict = 'unauthenticated' | 'forbidden' | 'admitted';

/** A program never calls what belongs to a person who is signed in; a view of another administrator reads and downloads nothing. */
type Means = 'session' | 'token' | 'view';

function expectedOf(endpoint: Endpoint, viewer: Viewer | undefined, by: Means): Verdict {
  if (by === 'token' && isSessionOnly(endpoint)) return 'forbidden';
  if (endpoint.allow === 'public') return 'admitted';
  if (!viewer) return 'unauthenticated';
  return isOpenTo(endpoint, viewer) && !(by === 'view' && isClosedToViews(endpoint)) ? 'admitted' : 'forbidden';
}

/** Ends the caller's own session, or answers without end. */
const isApart = (endpoint: Endpoint) =>
  eventsOf(endpoint) !== undefined ||
  (typeof endpoint.changes === 'object' && 'none' in endpoint.changes && endpoint.changes.none === 'own-session');

async function verdictOf(server: Server, endpoint: Endpoint, token: string | undefined): Promise<Verdict> {
  const answer = await server.inject({
    method: endpoint.method,
    url: `/api/v1${endpoint.path.replace(/:\w+/g, unknownId)}`,
    headers: token ? { authorization: `Bearer ${token}` } : {},
  });
  const { code } = answer.statusCode < 400 ? { code: '' } : (answer.json() as { code: string });
  expect(answer.statusCode, `${nameOf(endpoint)}: ${answer.body.slice(0, 200)}`).not.toBe(500);
  return code === 'unauthenticated' || code === 'forbidden' ? code : 'admitted';
}

/** The verdicts that differ from what the contract promises to such a caller. */
async function surprises(
  app: TestApp,
  token: string | undefined,
  viewer: Viewer | undefined,
  by: Means = 'session',
): Promise<string[]> {
  const server = await buildApp(app.deps);
  const wrong: string[] = [];
  for (const endpoint of everyEndpoint) {
    const expected = expectedOf(endpoint, viewer, by);
    if (expected === 'admitted' && isApart(endpoint)) continue;
    const verdict = await verdictOf(server, endpoint, token);
    if (verdict !== expected) wrong.push(`${nameOf(endpoint)}: ${verdict}, not ${expected}`);
  }
  await server.close();
  return wrong;
}

const scope: Scope = { departments: ['law'], places: [] };
const subAdmin = (functions: readonly AdminFunction[], within: Scope | null = null): Viewer => ({
  role: 'subadmin',
  functions: functionsWithin(within, functions),
});

describe('every operation', () => {
  const ended = new Date(Date.now() - 60_000);
  const toCome = new Date(Date.now() + 3_600_000);

  test.for([
    ['without a token', undefined],
    ['with a token of no session', 'a'.repeat(43)],
    ['with half a token', 'abc'],
  ] as const)('%s is unauthenticated unless it is public', async ([, token], { server }) => {
    expect(await surprises(server, token, undefined)).toEqual([]);
  });

  test.for([
    ['suspended', { suspended_at: ended }],
    ['whose time has ended', { valid_until: ended }],
    ['whose time has not begun', { valid_from: toCome }],
  ] as const)('of an administrator %s is unauthenticated', async ([, state], { server }) => {
    const { token } = await aSubAdmin(server, { functions: adminFunctions, ...state });
    expect(await surprises(server, token, undefined)).toEqual([]);
  });

  test('of a session that has expired is unauthenticated', async ({ server }) => {
    const { id, token } = await aSubAdmin(server, { functions: adminFunctions });
    await server.db.updateTable('session').set({ expires_at: ended }).where('admin_id', '=', id).execute();
    expect(await surprises(server, token, undefined)).toEqual([]);
  });

  test('of a super admin is admitted', async ({ server }) => {
    const token = await server.as('superadmin').token();
    expect(await surprises(server, token, { role: 'superadmin', functions: [] })).toEqual([]);
  });

  test.for([undefined, ...adminFunctions])('of a sub-admin with the function %s', async (name, { server }) => {
    const functions = name ? [name] : [];
    const { token } = await aSubAdmin(server, { functions });
    expect(await surprises(server, token, subAdmin(functions))).toEqual([]);
  });

  test('of a sub-admin within a scope that needs the whole installation is forbidden', async ({ server }) => {
    const { token } = await aSubAdmin(server, { functions: adminFunctions, scope });
    expect(await surprises(server, token, subAdmin(adminFunctions, scope))).toEqual([]);
  });

  test('of a service token has the functions of the token only', async ({ server }) => {
    const { id } = await aSubAdmin(server, { functions: adminFunctions });
    const functions: AdminFunction[] = ['view_people', 'work_list'];
    const expires_at = new Date(Date.now() + 86_400_000).toISOString();
    await server.db.updateTable('admin').set({ is_service: true }).where('id', '=', id).execute();
    const body = { name: 'Report', owner_id: id, functions, expires_at };
    const { secret } = (await server.as('superadmin').call(apiTokens.create, { body })).body;
    expect(await surprises(server, secret, subAdmin(functions), 'token')).toEqual([]);
  });

  test('of a view as a sub-admin only reads what they read', async ({ server }) => {
    const functions: AdminFunction[] = ['edit_plans', 'work_list'];
    const { id } = await aSubAdmin(server, { functions });
    const view = { params: { id }, body: { reason: 'A question about a screen' } };
    const { access_token } = (await server.as('superadmin').call(administrators.view, view)).body;
    expect(await surprises(server, access_token, subAdmin(functions), 'view')).toEqual([]);
  });
});
