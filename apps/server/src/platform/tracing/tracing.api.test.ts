import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { createServer } from 'node:net';
import { text } from 'node:stream/consumers';
import { sql } from 'kysely';
import { pino } from 'pino';
import { onTestFinished } from 'vitest';
import { buildApp } from '#app';
import { expect, type TestApp, test } from '#test/app';
import type { TestDatabase } from '#test/database';
import { anOtlpReceiver } from '#test/otlp-receiver';
import { createDeps } from '../../start-server';
import type { JobKind } from '../jobs/job-kind';
import { insertJob } from '../jobs/job-rows';
import { runJob } from '../jobs/run-job';
import { startTracing } from './start-tracing';

/** Another server on the same database that sends traces to a collector. */
async function aTracedServer(app: TestApp, database: TestDatabase, endpoint: string) {
  const lines: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line) => void lines.push(line) });
  const tracing = startTracing({ endpoint, ratio: 1 }, log);
  tracing.traceStatements(database.pool);
  const deps = await createDeps({ config: app.deps.config, log, database, sandboxes: undefined, tracing });
  const server = await buildApp(deps);
  onTestFinished(() => server.close());
  const url = await server.listen({ port: 0, host: '127.0.0.1' });
  const token = await app.as('superadmin').token();
  const get = (path: string) => fetch(`${url}${path}`, { headers: { authorization: `Bearer ${token}` } });
  return { deps, url, tracing, get, token, lines };
}

/** The body comes when the server has begun with the request. */
async function signInByParts(url: string, credentials: Record<string, string>): Promise<void> {
  const body = new URLSearchParams(credentials).toString();
  const headers = {
    'content-type': 'application/x-www-form-urlencoded',
    'content-length': body.length,
    expect: '100-continue',
  };
  const asking = request(`${url}/api/v1/auth/login`, { method: 'POST', headers });
  asking.flushHeaders();
  await once(asking, 'continue');
  asking.end(body);
  const [answer] = (await once(asking, 'response')) as [IncomingMessage];
  await text(answer);
}

const aKind = (run: () => Promise<void>): JobKind => ({
  name: 'test.traced',
  leaseMs: 600_000,
  backoff: { firstMs: 1, maxMs: 1 },
  limits: { pieceMs: 60_000, deadlineMs: 60_000, maxFailures: 3 },
  run: async () => {
    await run();
    return 'done';
  },
});

test('requests, statements, jobs and calls become spans, and nothing in them is about a person', async ({
  app,
  database,
}) => {
  const receiver = await anOtlpReceiver();
  const { deps, url, tracing, get, token } = await aTracedServer(app, database, receiver.endpoint);
  const id = randomUUID();
  expect((await get(`/api/v1/people/${id}`)).status).toBe(404);
  expect((await get('/api/v1/people?search=Lovelace')).status).toBe(200);
  await signInByParts(url, { username: 'lovelace', password: 'of the analytical engine' });
  await get('/readyz');
  await insertJob(app.db, { kind: 'test.traced', key: id });
  const failing = aKind(async () => {
    await sql`select ${'Lovelace'}::int`.execute(deps.db);
  });
  const { signal: stopping } = new AbortController();
  await runJob({ db: app.db, log: deps.log }, failing, { key: id, stopping }).catch(() => undefined);
  await tracing.stop();

  const spans = receiver.spans();
  const named = (name: string) => spans.filter((span) => span.name === name);
  const [person] = named('GET /api/v1/people/:id');
  expect(person?.is).toMatchObject({ 'http.response.status_code': 404, 'http.route': '/api/v1/people/:id' });
  const [login] = named('POST /api/v1/auth/login');
  for (const traced of [person, named('GET /api/v1/people')[0], login]) {
    const statements = spans.filter(({ parent }) => parent !== undefined && parent === traced?.id);
    expect(statements.length, traced?.name).toBeGreaterThan(0);
  }
  const [job] = named('job test.traced');
  expect(job).toMatchObject({ code: 2, is: { 'error.type': '22P02' } });
  expect(spans.find(({ parent }) => parent === job?.id)).toMatchObject({
    name: 'SELECT',
    is: { 'db.query.text': 'select $1::int', 'error.type': '22P02' },
  });
  const calls = spans.filter(({ is }) => 'server.address' in is);
  expect(calls.map(({ name }) => name)).toContain('GET');
  expect(spans.some(({ name }) => name.includes('readyz'))).toBe(false);
  const said = receiver.all();
  for (const secret of [id, token, 'ovelace', 'analytical', receiver.endpoint]) expect(said).not.toContain(secret);
});

test('a collector that is away, or takes and never answers, disturbs nothing', async ({ app, database }) => {
  const silent = createServer(() => undefined);
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void silent.close());
  const address = silent.address();
  const port = typeof address === 'object' ? address?.port : 0;
  for (const endpoint of ['http://127.0.0.1:9', `http://127.0.0.1:${port}`]) {
    const { tracing, get } = await aTracedServer(app, database, endpoint);
    expect((await get('/api/v1/people')).status).toBe(200);
    const began = performance.now();
    await tracing.stop();
    expect(performance.now() - began).toBeLessThan(5_000);
  }
});
