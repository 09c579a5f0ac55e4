import {
  type AdminFunction,
  administrators,
  apiTokens,
  apiTokenWarnings,
  auth,
  cylinders,
  type Endpoint,
  type Input,
  liveUpdates,
  locations,
  people,
  serviceAccounts,
} from '@key2xs/contract';
import { sql } from 'kysely';
import { describe, onTestFinished } from 'vitest';
import { findActorsOf } from '#platform/sign-in/actor-finder';
import { endAccess, hashToken } from '#platform/sign-in/sessions';
import { findTokenActors } from '#platform/sign-in/token-actors';
import { expect, type TestApp, test } from '#test/app';
import { countStatements } from '#test/count-statements';
import { setFunctions } from '#test/factories/administrators';
import { aLoggingServer } from '#test/factories/logging-server';
import { aTask } from '#test/factories/tasks';
import { openStream } from '#test/open-stream';
import { send } from '#test/send';
import { createToken } from './service';
import { noteEndingTokens } from './token-warnings';

const dayMs = 86_400_000;
const inDays = (app: TestApp, days: number) => new Date(app.deps.clock().getTime() + days * dayMs).toISOString();

type Wanted = Partial<Input<typeof apiTokens.create>['body']>;

async function create(app: TestApp, role: 'superadmin' | 'subadmin', wanted: Wanted = {}) {
  const functions: AdminFunction[] | null = role === 'superadmin' ? null : ['view_cylinders'];
  const body = { name: 'Report', functions, expires_at: inDays(app, 30), ...wanted };
  return app.as(role).call(apiTokens.create, { body });
}

/** Moves the server's clock until the test has ended. */
function pass(app: TestApp, ms: number) {
  const { clock } = app.deps;
  app.deps.clock = () => new Date(clock().getTime() + ms);
  onTestFinished(() => void Object.assign(app.deps, { clock }));
}

const use = <E extends Endpoint>(app: TestApp, token: string, endpoint: E, input: Input<E>) =>
  send(app.url, endpoint, input, { token });

const statusOf = async (app: TestApp, token: string) => (await use(app, token, auth.me, {})).status;

describe('an API token', () => {
  test('is shown once, and stored, logged and recorded without its secret', async ({ app }) => {
    const logging = await aLoggingServer(app);
    const expires_at = inDays(app, 30);
    const body = { name: 'Report', functions: null, expires_at };
    const { secret, token } = (await app.as('superadmin').call(apiTokens.create, { body })).body;
    expect(secret).toMatch(/^k2x_[0-9A-Za-z]{46}$/);
    expect(secret.startsWith(token.shown)).toBe(true);
    expect(token.shown).toHaveLength(12);
    await send(logging.url, auth.me, {}, { token: secret });
    const own = await app.as('superadmin').call(apiTokens.own, {});
    expect(own.body.items).toMatchObject([
      { id: token.id, name: 'Report', expires_at, days_left: 29, is_usable: true },
    ]);
    const rows = await sql<{ text: string }>`
      select to_jsonb(api_token)::text as text from api_token union all select details::text from audit_event`.execute(
      app.db,
    );
    const inner = secret.slice(12);
    for (const text of [own.text, logging.lines.join(''), ...rows.rows.map((row) => row.text)])
      expect(text).not.toContain(inner);
    const event = await app.db.selectFrom('audit_event').select(['action', 'details']).executeTakeFirstOrThrow();
    expect(event).toMatchObject({ action: 'api_token.created', details: { name: 'Report', shown: token.shown } });
  });

  test('acts for its owner, by name in the audit log', async ({ app }) => {
    const { secret, token } = (await create(app, 'superadmin')).body;
    const me = (await use(app, secret, auth.me, {})).body;
    expect(me).toMatchObject({ id: token.owner.id, username: token.owner.username, role: 'superadmin' });
    const body = { name: 'Ward', type: 'site' } as const;
    const { status } = await use(app, secret, locations.create, { body });
    expect(status).toBe(201);
    const event = await app.db
      .selectFrom('audit_event')
      .select(['actor_id', 'actor_name', 'details'])
      .where('action', '=', 'location.created')
      .executeTakeFirstOrThrow();
    expect(event).toMatchObject({
      actor_id: me.id,
      actor_name: me.username,
      details: { api_token: { id: token.id, name: 'Report' } },
    });
  });

  test('is refused in the same words, whatever is wrong with it', async ({ app }) => {
    const { secret, token } = (await create(app, 'superadmin')).body;
    const revoked = (await create(app, 'superadmin', { name: 'Other' })).body;
    await app.as('superadmin').call(apiTokens.revoke, { params: { id: revoked.token.id } });
    const mistyped = `${secret.slice(0, 20)}${secret[20] === 'a' ? 'b' : 'a'}${secret.slice(21)}`;
    const wrong = [revoked.secret, mistyped, secret.slice(0, -3), 'k2x_', `k2x_${'a'.repeat(46)}`];
    const refusals = [];
    for (const one of wrong) refusals.push(await use(app, one, auth.me, {}));
    await app.db
      .updateTable('admin')
      .set({ suspended_at: app.deps.clock() })
      .where('id', '=', token.owner.id)
      .execute();
    refusals.push(await use(app, secret, auth.me, {}));
    await app.db.updateTable('admin').set({ suspended_at: null }).execute();
    expect(await statusOf(app, secret)).toBe(200);
    pass(app, 30 * dayMs);
    refusals.push(await use(app, secret, auth.me, {}));
    const answers = refusals.map(({ status, problem }) => `${status} ${problem.code} ${problem.detail}`);
    expect(new Set(answers)).toEqual(new Set(['401 unauthenticated This API token is not valid.']));
    expect(answers).toHaveLength(7);
  });

  test('mistyped costs no statement, right one statement, and one more a minute for its last use', async ({
    app,
    database,
  }) => {
    const { secret } = (await create(app, 'superadmin')).body;
    const measure = countStatements(database);
    const statementsOf = async (token: string) =>
      (await measure(async () => void (await use(app, token, apiTokens.own, {})))).statements;
    expect(await statementsOf(`k2x_${'a'.repeat(46)}`)).toBe(0);
    expect(await statementsOf(secret)).toBe(2); // the use is written
    expect(await statementsOf(secret)).toBe(1);
    const { last_used_at } = await app.db.selectFrom('api_token').select('last_used_at').executeTakeFirstOrThrow();
    expect(last_used_at).not.toBeNull();
    pass(app, 61_000);
    expect(await statementsOf(secret)).toBe(2);
  });

  test('cannot be used for what belongs to a session, nor in an address', async ({ app }) => {
    const { secret, token } = (await create(app, 'superadmin')).body;
    const body = { name: 'Another', functions: null, expires_at: inDays(app, 1) };
    const refused = [
      await use(app, secret, apiTokens.create, { body }),
      await use(app, secret, apiTokens.own, {}),
      await use(app, secret, apiTokens.revoke, { params: { id: token.id } }),
      await use(app, secret, auth.refresh, {}),
      await use(app, secret, auth.logout, {}),
      await use(app, secret, auth.createStreamTicket, {}),
      await use(app, secret, auth.changePassword, { body: { current_password: 'x', new_password: 'y'.repeat(15) } }),
    ];
    for (const { status, problem } of refused)
      expect([status, problem.detail]).toEqual([403, 'An API token cannot do this. Sign in.']);
    const stream = await openStream(app.url, liveUpdates.stream, { query: { token: secret } });
    expect(stream.status).toBe(401);
  });

  test('may do less than its owner, and never more', async ({ app }) => {
    await setFunctions(app.db, ['view_cylinders', 'view_people']);
    const more = await create(app, 'subadmin', { functions: ['view_cylinders', 'edit_plans'] });
    expect([more.status, more.problem.errors?.[0]?.path]).toEqual([422, 'functions']);
    const everything = await create(app, 'subadmin', { functions: null });
    expect(everything.status).toBe(422);
    const { secret } = (await create(app, 'subadmin', { functions: ['view_cylinders'] })).body;
    expect((await use(app, secret, auth.me, {})).body.functions).toEqual(['view_cylinders']);
    expect((await use(app, secret, cylinders.list, { query: {} })).status).toBe(200);
    await setFunctions(app.db, ['view_people']);
    expect((await use(app, secret, cylinders.list, { query: {} })).status, 'with the next call').toBe(403);
  });

  test('of a super admin with functions is no super admin', async ({ app }) => {
    const { secret } = (await create(app, 'superadmin', { functions: ['view_cylinders'] })).body;
    expect((await use(app, secret, administrators.list, { query: {} })).status).toBe(403);
    expect((await use(app, secret, cylinders.list, { query: {} })).status).toBe(200);
  });

  test('for reading changes nothing', async ({ app }) => {
    const { secret } = (await create(app, 'superadmin', { is_read_only: true })).body;
    const { status, problem } = await use(app, secret, locations.create, { body: { name: 'Ward', type: 'site' } });
    expect([status, problem.detail]).toEqual([403, 'This API token only reads.']);
    expect((await use(app, secret, people.list, { query: {} })).status).toBe(200);
  });

  test('reaches the places that stand within those of its owner now', async ({ app }) => {
    const [site, building, other] = await somePlaces(app);
    const { id } = await subAdmin(app);
    await app.db
      .insertInto('admin_scope')
      .values({ admin_id: id, departments: ['ward'], places: [site] })
      .execute();
    const outside = await create(app, 'subadmin', { scope: { departments: null, places: [other] } });
    expect([outside.status, outside.problem.errors?.[0]?.path]).toEqual([422, 'scope']);
    const { secret } = (await create(app, 'subadmin', { scope: { departments: [' WARD'], places: [building] } })).body;
    const scopeOf = async () => {
      const found = await findTokenActors(app.db, [hashToken(secret)], app.deps.clock());
      return [...found.values()][0]?.scope;
    };
    expect(await scopeOf()).toEqual({ departments: ['ward'], places: [building] });
    await app.db
      .updateTable('admin_scope')
      .set({ departments: ['lab'], places: [other] })
      .execute();
    expect(await scopeOf()).toEqual({ departments: [], places: [] });
  });

  test('does not answer what its owner has created under the same Idempotency-Key', async ({ app }) => {
    const { secret } = (await create(app, 'superadmin')).body;
    const options = { headers: { 'idempotency-key': 'once' } };
    const body = { name: 'Ward', type: 'site' } as const;
    await app.as('superadmin').call(locations.create, { body }, options);
    const repeated = await send(app.url, locations.create, { body }, { token: secret, ...options });
    expect([repeated.status, repeated.problem.code]).toEqual([409, 'idempotency_conflict']);
  });
});

describe('a rotation', () => {
  test('gives a new secret; the former one works for a day more', async ({ app }) => {
    const { secret, token } = (await create(app, 'superadmin')).body;
    const rotated = await app
      .as('superadmin')
      .call(apiTokens.rotate, { params: { id: token.id }, body: { expires_at: inDays(app, 60) } });
    const fresh = rotated.body.secret;
    expect(rotated.body.token).toMatchObject({ id: token.id, days_left: 59 });
    expect(rotated.body.token.shown).toBe(fresh.slice(0, 12));
    expect([await statusOf(app, secret), await statusOf(app, fresh)]).toEqual([200, 200]);
    pass(app, dayMs - 1_000);
    expect([await statusOf(app, secret), await statusOf(app, fresh)]).toEqual([200, 200]);
    pass(app, 2_000);
    expect([await statusOf(app, secret), await statusOf(app, fresh)]).toEqual([401, 200]);
  });

  test('does not make the former secret last longer than it would have', async ({ app }) => {
    const { secret, token } = (await create(app, 'superadmin', { expires_at: inDays(app, 0.5) })).body;
    const body = { expires_at: inDays(app, 60) };
    await app.as('superadmin').call(apiTokens.rotate, { params: { id: token.id }, body });
    pass(app, 0.6 * dayMs);
    expect(await statusOf(app, secret)).toBe(401);
  });
});

describe('whose tokens', () => {
  test('others see and change none; a super admin sees all and can end them', async ({ app }) => {
    const { token } = (await create(app, 'superadmin')).body;
    const { token: foreign, secret } = (await create(app, 'subadmin')).body;
    const params = { id: token.id };
    expect((await app.as('subadmin').call(apiTokens.own, {})).body.items.map(({ id }) => id)).toEqual([foreign.id]);
    expect((await app.as('subadmin').call(apiTokens.revoke, { params })).status).toBe(404);
    const rotate = { params: { id: foreign.id }, body: { expires_at: inDays(app, 1) } };
    expect((await app.as('superadmin').call(apiTokens.rotate, rotate)).status).toBe(404);
    expect((await app.as('superadmin').call(apiTokens.all, {})).body.items).toHaveLength(2);
    await app.as('superadmin').call(apiTokens.revoke, { params: { id: foreign.id } });
    expect(await statusOf(app, secret)).toBe(401);
  });

  test('end with all access of their owner', async ({ app }) => {
    const { secret, token } = (await create(app, 'subadmin')).body;
    await app.db.transaction().execute((tx) => endAccess(tx, token.owner.id));
    expect(await statusOf(app, secret)).toBe(401);
  });

  test('are not given out while acting for someone else', async ({ app }) => {
    const { id } = await subAdmin(app);
    await app.as('superadmin').token();
    await app.db.updateTable('session').set({ acts_for: id, acts_as: 'view' }).where('admin_id', '<>', id).execute();
    const body = { name: 'Left behind', functions: ['view_cylinders' as const], expires_at: inDays(app, 1) };
    expect((await app.as('superadmin').send(apiTokens.create, { body })).status).toBe(403);
  });
});

test('a stream ends when its token is revoked', async ({ app }) => {
  const { secret, token } = (await create(app, 'superadmin')).body;
  const stream = await openStream(app.url, liveUpdates.stream, { token: secret });
  expect(await stream.next()).toMatchObject({ event: 'connected' });
  await app.as('superadmin').call(apiTokens.revoke, { params: { id: token.id } });
  await aTask(app);
  expect(await stream.next()).toBeUndefined();
});

describe('the policy', () => {
  test('refuses a longer time, and ends tokens that exist', async ({ app }) => {
    const tooLong = await create(app, 'superadmin', { expires_at: inDays(app, 91) });
    expect(tooLong.problem.errors).toEqual([{ path: 'expires_at', message: 'At most 90 days ahead, please.' }]);
    expect((await create(app, 'superadmin', { expires_at: inDays(app, -1) })).status).toBe(422);
    const { secret } = (await create(app, 'superadmin', { expires_at: inDays(app, 89) })).body;
    await app.as('superadmin').call(apiTokens.changePolicy, { body: { max_days: 7 } });
    const [listed] = (await app.as('superadmin').call(apiTokens.own, {})).body.items;
    expect(listed).toMatchObject({ days_left: 6, is_usable: true });
    expect((await app.as('superadmin').call(apiTokens.policy, {})).body).toEqual({ max_days: 7 });
    expect(await statusOf(app, secret)).toBe(200);
    pass(app, 7 * dayMs);
    expect(await statusOf(app, secret)).toBe(401);
  });
});

test('warns 14, 7 and 1 days before its end, and at its end, once each', async ({ app }) => {
  await create(app, 'subadmin', { expires_at: inDays(app, 20) });
  const start = app.deps.clock().getTime();
  for (const days of [1, 7, 8, 14, 19.5, 20.1, 20.2]) await noteEndingTokens(app.db, new Date(start + days * dayMs));
  const events = await app.db.selectFrom('outbox').select('payload').where('kind', '=', 'api_token.ending').execute();
  expect(events.map(({ payload }) => (payload as { days_left: number }).days_left)).toEqual([12, 5, 0, -1]);
});

test('a warning is for the owner, until it is seen', async ({ app }) => {
  await create(app, 'subadmin', { expires_at: inDays(app, 20), name: 'Later' });
  await create(app, 'subadmin', { expires_at: inDays(app, 6) });
  const warnings = async (role: 'subadmin' | 'superadmin') =>
    (await app.as(role).call(apiTokenWarnings.list, {})).body.items;
  expect(await warnings('subadmin')).toMatchObject([{ name: 'Report', days_left: 5, threshold: 7, seen: false }]);
  await app.as('subadmin').call(apiTokenWarnings.markSeen, {});
  expect(await warnings('subadmin')).toMatchObject([{ name: 'Report', seen: true }]);
  expect(await warnings('superadmin')).toEqual([]);
});

/** A site with a building, and another site. */
async function somePlaces(app: TestApp): Promise<[string, string, string]> {
  const place = async (name: string, type: 'site' | 'building', parent_id: string | null = null) =>
    (await app.as('superadmin').call(locations.create, { body: { name, type, parent_id } })).body.id;
  const site = await place('North', 'site');
  return [site, await place('House', 'building', site), await place('South', 'site')];
}

async function subAdmin(app: TestApp) {
  await app.as('subadmin').token();
  return app.db.selectFrom('admin').select('id').where('role', '=', 'subadmin').executeTakeFirstOrThrow();
}

test('a service account acts by its tokens only, until it is suspended', async ({ app }) => {
  const { id: role } = await app.db.selectFrom('admin_role').select('id').executeTakeFirstOrThrow();
  const body = { username: 'payroll', role_ids: [role] };
  const { body: account } = await app.as('superadmin').call(serviceAccounts.create, { body });
  expect(account).toMatchObject({ username: 'payroll', functions: expect.arrayContaining(['view_cylinders']) });
  expect((await app.as('superadmin').call(serviceAccounts.list, {})).body.items).toEqual([account]);
  const { secret, token } = (await create(app, 'superadmin', { owner_id: account.id, functions: ['view_cylinders'] }))
    .body;
  expect(token.owner).toEqual({ id: account.id, username: 'payroll', is_service: true });
  expect((await use(app, secret, auth.me, {})).body).toMatchObject({
    username: 'payroll',
    functions: ['view_cylinders'],
  });
  const stranger = await create(app, 'subadmin', { owner_id: account.id });
  expect(stranger.status).toBe(404);
  const suspend = { params: { id: account.id }, body: { reason: 'No longer used' } };
  expect((await app.as('superadmin').send(administrators.suspend, suspend)).status).toBe(200);
  expect(await statusOf(app, secret)).toBe(401);
  const resume = { params: { id: account.id }, body: { reason: 'Used again' } };
  expect((await app.as('superadmin').send(administrators.resume, resume)).status).toBe(200);
  expect(await statusOf(app, secret)).toBe(200);
});

test('a session that ends while a request is under way makes no token', async ({ app }) => {
  await app.as('superadmin').token();
  const { id } = await app.db.selectFrom('session').select('id').executeTakeFirstOrThrow();
  const actor = (await findActorsOf(app.deps, [id])).get(id) ?? expect.fail('no session');
  await app.db.transaction().execute((tx) => endAccess(tx, actor.id));
  const wanted = { name: 'Late', functions: null, scope: null, is_read_only: false, expires_at: inDays(app, 6) };
  const caller = { actor, name: actor.username, request_id: null, sign: app.deps.signEvent };
  await expect(createToken(app.deps, { actor, caller }, wanted)).rejects.toMatchObject({ code: 'unauthenticated' });
});
