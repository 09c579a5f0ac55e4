import { randomUUID } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Endpoint, type Input, type Role, type SyncTask, sync } from '@key2xs/contract';
import { type EntraSandbox, startCliqSandbox, startEntraSandbox } from '@key2xs/drivers/sandbox';
import { pino } from 'pino';
import { test as base, expect, inject } from 'vitest';
import { buildApp } from '#app';
import { readConfig } from '#config';
import type { Database } from '#platform/database/db';
import type { Db, Deps } from '#platform/deps';
import { startSession } from '#platform/sign-in/sessions';
import { jobKinds } from '../src/background-work';
import { writeHoldersJob } from '../src/features/key-desk/write-holders';
import { mailRequestLinkJob } from '../src/features/key-requests/request-links';
import { writeKeyTimesJob } from '../src/features/key-times/service';
import { mailLinksJob } from '../src/features/possession-checks/service';
import { writeJobsJob } from '../src/features/programming/write-jobs';
import { entraPeer } from '../src/features/providers/entra-id/sandbox-peer';
import { lookAtKeysJob } from '../src/features/recorded/service';
import { pullSourceJob } from '../src/features/source-webhooks/job-name';
import { createDeps } from '../src/start-server';
import { createAuditCheck } from './client';
import { openTestDatabase, type TestDatabase } from './database';
import { emptyDatabase, shrinkDatabase } from './empty-database';
import { giveUsualRole } from './factories/administrators';
import { recordStatements } from './record-statements';
import { type Answered, type CallOptions, send } from './send';
import { startSchedule } from './start-schedule';
import { watchCommits } from './watch-statements';

type Sandbox = Awaited<ReturnType<typeof startCliqSandbox>>;

type Caller = <E extends Endpoint>(endpoint: E, input: Input<E>, options?: CallOptions) => Promise<Answered<E>>;

export type TestApp = {
  db: Db;
  deps: Deps;
  url: string;
  /** Its sandbox key system, without our persons at the start of each test file. */
  sandbox: Sandbox;
  /** Its sandbox of Microsoft Entra ID, with 500 people; not reset between the tests of a file. */
  entra: EntraSandbox;
  /** Calls in a role, each with its own administrator; 'anonymous' sends no token. */
  as(role: Role | 'anonymous'): {
    call: Caller;
    /** Does not check audit events, because concurrent calls would see each other's. */
    send: Caller;
    /** For requests without an endpoint. */
    token(): Promise<string>;
  };
  /** Waits until a task has ended. */
  ended(taskId: string): Promise<SyncTask>;
  /** The server side of a connection, by client port. */
  serverSocket(clientPort: number): Socket | undefined;
};

/** Options of the Microsoft Entra ID of a test file; a file can override the fixture. */
export type Tenant = Pick<Parameters<typeof startEntraSandbox>[0], 'people' | 'delta_page'>;

/** Options of the key system of a test file; a file can override the fixture. */
export type Site = Pick<Parameters<typeof startCliqSandbox>[0], 'keys'>;

export type Running = {
  app: TestApp;
  reset: () => Promise<void>;
  /** Checks that reads wrote no audit events. */
  checkReads: () => Promise<void>;
  stop: () => Promise<void>;
};

/** `test` with a real server and a sandbox of this file, on a database that is emptied before each test. */
export const test = base.extend<{
  $worker: { database: TestDatabase };
  $file: { tenant: Tenant; site: Site; running: Running };
  $test: { app: TestApp };
}>({
  database: [
    // biome-ignore lint/correctness/noEmptyPattern: -- vitest reads the fixtures a function needs from this pattern
    async ({}, use) => {
      const database = await openTestDatabase(inject('databaseTemplate'));
      await use(database);
      await database.close();
    },
    { scope: 'worker' },
  ],
  // biome-ignore lint/correctness/noEmptyPattern: -- vitest reads the fixtures a function needs from this pattern
  tenant: [({}, use) => use({}), { scope: 'file' }],
  // biome-ignore lint/correctness/noEmptyPattern: -- vitest reads the fixtures a function needs from this pattern
  site: [({}, use) => use({}), { scope: 'file' }],
  running: [
    async ({ database, tenant, site }, use) => {
      const running = await start(database, { tenant, site });
      await use(running);
      await running.stop();
    },
    { scope: 'file' },
  ],
  app: async ({ running: { app, reset, checkReads } }, use) => {
    await reset();
    await use(app);
    await checkReads();
  },
});

export { expect };

async function start(database: TestDatabase, { tenant, site }: { tenant: Tenant; site: Site }): Promise<Running> {
  await shrinkDatabase(database.db);
  const dataDir = await mkdtemp(join(tmpdir(), 'key2xs-data-'));
  const sandbox = await startCliqSandbox({ port: 0, ...site });
  const entra = await startEntraSandbox({ port: 0, ...tenant });
  const running = await startApp(database, { databaseUrl: database.url, dataDir, sandbox, entra });
  const stop = async () => {
    await running.stop();
    await sandbox.close();
    await entra.close();
    await rm(dataDir, { recursive: true });
  };
  return { ...running, stop };
}

type Beside = Pick<TestApp, 'sandbox' | 'entra'>;

/** A server with a worker, on an existing database and with existing sandboxes. */
export async function startApp(
  database: Database,
  { databaseUrl, sandbox, entra, dataDir }: Beside & { databaseUrl: string | undefined; dataDir: string },
): Promise<Running> {
  const log = pino({ level: process.env.TEST_LOG ?? 'silent' });
  const config = { ...readConfig({ KEY2XS_DATA_DIR: dataDir }), port: 0, databaseUrl };
  const sandboxes = { keySystem: sandbox, sources: { entra_id: entraPeer(entra) } };
  const stopRecording = recordStatements(database.pool);
  const deps = await createDeps({ config, log, database, sandboxes });
  const server = await buildApp(deps);
  const url = await server.listen({ port: 0, host: '127.0.0.1' });
  const sockets = new Map<number | undefined, Socket>();
  server.server.on('connection', (socket: Socket) => sockets.set(socket.remotePort, socket));
  // Tests start pulls, writes into key systems and looks at keys themselves.
  const byTests = [
    pullSourceJob,
    writeHoldersJob,
    writeKeyTimesJob,
    writeJobsJob,
    mailLinksJob,
    mailRequestLinkJob,
    lookAtKeysJob,
  ];
  deps.jobs.start(jobKinds(deps).filter(({ name }) => !byTests.includes(name)));
  const stopExpiring = startSchedule(deps, 'expire-entra-setups', 500);
  const tokens = new Map<Role, Promise<string>>();
  const audit = createAuditCheck(database.db);
  const commits = watchCommits(database.pool);

  const app: TestApp = {
    db: deps.db,
    deps,
    url,
    sandbox,
    entra,
    as: (role) => {
      const sendAs: Caller = async (endpoint, input, options = {}) => {
        const token = role === 'anonymous' ? undefined : await tokenOf(deps, tokens, role);
        return send(url, endpoint, input, { ...options, token });
      };
      const call: Caller = async (endpoint, input, options) => {
        const answer = await sendAs(endpoint, input, options);
        await audit.check(endpoint, answer);
        return answer;
      };
      return { call, send: sendAs, token: async () => (role === 'anonymous' ? '' : tokenOf(deps, tokens, role)) };
    },
    ended: async (task_id) => {
      await untilEnded(database.db, commits, task_id);
      return (await app.as('superadmin').call(sync.status, { params: { task_id } })).body;
    },
    serverSocket: (clientPort) => sockets.get(clientPort),
  };
  const reset = async () => {
    tokens.clear();
    await emptyDatabase(database.db);
    await forgetAuditEnd(dataDir);
  };
  const stop = async () => {
    await server.close();
    await stopExpiring();
    await deps.jobs.stop(2_000);
    commits.stop();
    stopRecording();
  };
  return { app, stop, reset, checkReads: audit.checkReads };
}

const taskTimeoutMs = 120_000;
const otherProcessMs = 250;

/** Retries while the database does not answer. */
async function untilEnded(db: Db, commits: ReturnType<typeof watchCommits>, id: string): Promise<void> {
  const end = performance.now() + taskTimeoutMs;
  for (;;) {
    const committed = commits.next(otherProcessMs);
    const read = db.selectFrom('sync_task').select('status').where('id', '=', id).executeTakeFirst();
    const status = await read.then((task) => task?.status ?? 'no such task', String);
    if (/SUCCESS|FAILURE|no such task/.test(status)) return;
    expect(performance.now(), `a task that has not ended: ${status}`).toBeLessThan(end);
    await committed;
  }
}

/** Of the test before, whose log is gone. */
async function forgetAuditEnd(dataDir: string): Promise<void> {
  const notes = (await readdir(dataDir)).filter((name) => name.startsWith('audit-end'));
  await Promise.all(notes.map((name) => rm(join(dataDir, name))));
}

/** The token of the only administrator in this role, also for concurrent calls. */
function tokenOf(deps: Deps, tokens: Map<Role, Promise<string>>, role: Role): Promise<string> {
  const token = tokens.get(role) ?? signIn(deps, role);
  tokens.set(role, token);
  return token;
}

/** Signs an administrator in without a password: hashing is tested where it matters. */
async function signIn(deps: Deps, role: Role): Promise<string> {
  const id = randomUUID();
  return deps.db.transaction().execute(async (tx) => {
    const username = `${role}-${id.slice(0, 8)}`;
    await tx
      .insertInto('admin')
      .values({ id, username, username_folded: username, password_hash: 'none', role })
      .execute();
    if (role === 'subadmin') await giveUsualRole(tx, id);
    return (await startSession(tx, deps, id)).access_token;
  });
}
