import { once } from 'node:events';
import { connect } from 'node:net';
import { auth, endpoint, generator, liveUpdates, type SentEvent, streamQuery } from '@key2xs/contract';
import fastify from 'fastify';
import { describe, onTestFinished } from 'vitest';
import { z } from 'zod';
import { expect, type TestApp, test } from '#test/app';
import { setFunctions } from '#test/factories/administrators';
import { aLoggingServer } from '#test/factories/logging-server';
import { aTask } from '#test/factories/tasks';
import { openStream } from '#test/open-stream';
import { send } from '#test/send';
import { installRequestGuard } from '../http/request-guard';
import { route } from '../http/route';
import { startSession } from '../sign-in/sessions';
import { installEventStreams } from './event-streams';

const tokenOf = (app: TestApp) => app.as('superadmin').token();
const createTicket = async (app: TestApp) => (await app.as('superadmin').call(auth.createStreamTicket, {})).body.ticket;

async function open(app: TestApp, options: Parameters<typeof openStream>[2], url = app.url) {
  const stream = await openStream(url, liveUpdates.stream, options);
  if (stream.status === 200) expect(await stream.next()).toMatchObject({ event: 'connected' });
  return stream;
}

/** Moves the server's clock until the test has ended. */
function pass(app: TestApp, ms: number) {
  const { clock } = app.deps;
  app.deps.clock = () => new Date(clock().getTime() + ms);
  onTestFinished(() => {
    app.deps.clock = clock;
  });
}

describe('a ticket', () => {
  test('opens one stream, of its session', async ({ app }) => {
    const ticket = await createTicket(app);
    expect((await open(app, { query: { token: ticket } })).status).toBe(200);
    expect((await open(app, { query: { token: ticket } })).problem?.code).toBe('unauthenticated');
  });

  test('opens none after a minute', async ({ app }) => {
    const ticket = await createTicket(app);
    pass(app, 60_000);
    expect((await open(app, { query: { token: ticket } })).problem?.code).toBe('unauthenticated');
    await createTicket(app);
    expect(await app.db.selectFrom('stream_ticket').select('session_id').execute()).toHaveLength(1);
  });

  test('opens none once its session has ended', async ({ app }) => {
    const ticket = await createTicket(app);
    await app.as('superadmin').call(auth.logout, {});
    expect((await open(app, { query: { token: ticket } })).problem?.code).toBe('unauthenticated');
  });

  test('opens nothing but streams, nor does an access token in an address', async ({ app }) => {
    for (const token of [await createTicket(app), await tokenOf(app)]) {
      expect((await fetch(`${app.url}/api/v1/auth/me?token=${token}`)).status).toBe(401);
    }
  });
});

describe('a stream', () => {
  test('takes no access token from its address, and writes neither that nor a ticket to the log', async ({ app }) => {
    const { lines, url } = await aLoggingServer(app);
    const tokens = [await createTicket(app), await tokenOf(app), 'unknown'];
    const statuses: number[] = [];
    for (const token of tokens) statuses.push((await open(app, { query: { token } }, url)).status);
    expect(statuses).toEqual([200, 401, 401]);
    const log = lines.join('');
    expect(log).toContain('"url":"/api/v1/live-updates"');
    for (const token of tokens) expect(log).not.toContain(token);
  });

  test('takes the access token from its address where the specification has it there', async ({ app }) => {
    const query = { token: await tokenOf(app), payload: JSON.stringify({ run_id: app.deps.newId() }) };
    const { status } = await openStream(app.url, generator.generate, { query });
    expect(status, 'there is no such run').toBe(404);
  });

  test('is not stored, compressed or held back on its way', async ({ app }) => {
    const { headers } = await open(app, { token: await tokenOf(app) });
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
      'x-content-type-options': 'nosniff',
      'x-request-id': expect.stringMatching(/./),
    });
    expect(headers.has('content-encoding')).toBe(false);
  });

  test('does not begin for HEAD', async ({ app }) => {
    const headers = { authorization: `Bearer ${await tokenOf(app)}` };
    expect((await fetch(`${app.url}/api/v1/live-updates`, { method: 'HEAD', headers })).status).toBe(404);
  });

  const endings: [why: string, end: (app: TestApp, admin: string) => unknown, role?: 'subadmin'][] = [
    ['their session ends', (app) => app.as('superadmin').call(auth.logout, {})],
    ['their session expires', (app) => pass(app, 3_600_000)],
    ['they are disabled', ({ db }) => db.updateTable('admin').set({ suspended_at: new Date() }).execute()],
    ['their role changes', ({ db }) => db.updateTable('admin').set({ role: 'subadmin' }).execute()],
    ['they lose a function', ({ db }) => setFunctions(db, ['assign_keys']), 'subadmin'],
    [
      'their scope changes',
      ({ db }, admin_id) => db.insertInto('admin_scope').values({ admin_id, departments: [], places: null }).execute(),
    ],
  ];
  for (const [why, end, role = 'superadmin'] of endings) {
    test(`ends without another event when ${why}`, async ({ app }) => {
      const stream = await open(app, { token: await app.as(role).token() });
      const { id } = await app.db.selectFrom('admin').select('id').executeTakeFirstOrThrow();
      await end(app, id);
      await aTask(app);
      expect(await stream.next()).toBeUndefined();
    });
  }

  test('continues when its session gets a new token', async ({ app }) => {
    const token = await tokenOf(app);
    const stream = await open(app, { token });
    const fresh = (await send(app.url, auth.refresh, {}, { token })).body.access_token;
    await send(app.url, auth.createStreamTicket, {}, { token: fresh });
    const next = stream.next();
    expect(await Promise.race([next, open(app, { token: fresh })])).toMatchObject({ status: 200 });
  });

  test('is refused to a session that has four', async ({ app }) => {
    const token = await tokenOf(app);
    const streams = [];
    for (let i = 0; i < 4; i++) streams.push(await open(app, { token }));
    const refused = await open(app, { token });
    expect([refused.status, refused.problem?.code, refused.headers.get('retry-after')]).toEqual([
      429,
      'too_many_streams',
      '60',
    ]);
    const { id } = await app.db.selectFrom('admin').select('id').executeTakeFirstOrThrow();
    const other = await app.db.transaction().execute((tx) => startSession(tx, app.deps, id));
    expect((await open(app, { token: other.access_token })).status).toBe(200);
  });
});

const pieces = endpoint({
  method: 'GET',
  path: '/pieces',
  summary: 'Pieces of a text',
  allow: ['superadmin'],
  audit: { none: 'read-only' },
  query: z.strictObject(streamQuery),
  produces: { events: { piece: z.object({ text: z.string() }) } },
  response: z.unknown(),
});

type Feed = (signal: AbortSignal) => AsyncGenerator<SentEvent<typeof pieces>>;

/** A server with one stream. */
async function startPieces(app: TestApp, feed: Feed, heartbeatMs = 60_000) {
  const server = fastify();
  onTestFinished(() => server.close());
  installRequestGuard(server, app.deps);
  installEventStreams(server, app.deps, heartbeatMs);
  route(server, app.deps, pieces, async ({ signal }) => feed(signal));
  return { server, url: await server.listen({ port: 0, host: '127.0.0.1' }) };
}

test('events pending at the end of the session are not sent', async ({ app }) => {
  const hasEnded = Promise.withResolvers<void>();
  const { url } = await startPieces(app, async function* () {
    yield { event: 'piece', data: { text: 'before' } };
    await hasEnded.promise;
    yield { event: 'piece', data: { text: 'after' } };
  });
  const stream = await openStream(url, pieces, { token: await tokenOf(app) });
  expect(await stream.next()).toMatchObject({ data: { text: 'before' } });
  await app.db.deleteFrom('session').execute();
  hasEnded.resolve();
  expect(await stream.next()).toBeUndefined();
});

/** A stream that never runs dry, whose reader does not read. */
async function startEndless(app: TestApp, heartbeatMs: number) {
  const text = 'x'.repeat(10_000);
  const isOver = Promise.withResolvers<void>();
  const sent = { events: 0, isOver: isOver.promise };
  const { server, url } = await startPieces(
    app,
    async function* (signal) {
      signal.addEventListener('abort', () => isOver.resolve());
      while (!signal.aborted) {
        sent.events++;
        yield { event: 'piece', data: { text } };
      }
    },
    heartbeatMs,
  );
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  socket.write(`GET /api/v1/pieces HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${await tokenOf(app)}\r\n\r\n`);
  await once(socket, 'readable'); // without reading
  return { server, sent };
}

describe('a reader that does not read', () => {
  test('is dropped, and costs no memory until then', async ({ app }) => {
    const { sent } = await startEndless(app, 50);
    await sent.isOver;
    expect(sent.events).toBeLessThan(2_000); // what the operating system takes for it
  });

  test('does not hold up the stop of the server', async ({ app }) => {
    const { server, sent } = await startEndless(app, 60_000);
    const begin = performance.now();
    await server.close();
    await sent.isOver;
    expect(performance.now() - begin).toBeLessThan(5_000);
  });
});
