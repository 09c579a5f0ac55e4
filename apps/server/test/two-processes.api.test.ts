import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { access, accessRules, auth, enhancedKeyPlans, keyPlans, sync } from '@key2xs/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest';
import { createPool } from '#platform/database/create-pool';
import { toKysely } from '#platform/database/db';
import type { Db } from '#platform/deps';
import { createServerDatabase } from './database';
import { send } from './send';

const template = inject('databaseTemplate');
const admin = { username: 'admin', password: 'correct horse battery' };
const lanes = [1, 2, 3, 4];
const ids = {
  source: '01900000-0000-7000-8000-000000000001',
  system: '01900000-0000-7000-8000-000000000002',
  person: (lane: number) => `01900000-0000-7000-8000-00000000001${lane}`,
  door: (lane: number) => `01900000-0000-7000-8000-00000000002${lane}`,
};
const ward = (lane: number) => `Ward ${lane}`;

// The embedded database belongs to one process.
describe.skipIf(template.kind === 'dump')('two server processes on one database', () => {
  let two: Two;
  beforeAll(async () => {
    two = await startTwo();
  });
  afterAll(() => two?.stop());

  test('return data acknowledged by either, 1,000 times', async () => {
    const [first, second] = two.urls;
    const token = await signIn(first);
    const plan = await aPlan(first, token);
    const servers = [first, second];
    const stale: string[] = [];
    const runLane = async (lane: number) => {
      const rule = await aRule(first, { token, plan, lane });
      for (let i = 0; i < 1_000 / lanes.length; i++) {
        const [writer, reader] = [servers[chosen(i, 3)] ?? first, servers[chosen(i, 7)] ?? second];
        const params = { connection_id: ids.source, rule_id: rule };
        const toggled = await send(writer, enhancedKeyPlans.toggleRule, { params, query: {} }, { token });
        const query = { person_id: ids.person(lane), cylinder_id: ids.door(lane) };
        const asked = await send(reader, access.check, { query }, { token });
        if (asked.body.may_open !== toggled.body.is_active) stale.push(`${lane}, ${i}: ${asked.text}`);
      }
    };
    await Promise.all(lanes.map(runLane)); // side by side, as people work, and while one waits another computes
    expect(stale).toEqual([]);
  });

  test('start each due run once', async () => {
    const { db } = two;
    const count = 40;
    // Both wait for the same moment, so that both find all runs due.
    await sql`
      insert into key_system_connection (id, name, system_type, cliq_api_url, domain_name)
      select gen_random_uuid(), 'House no. ' || n, 'CLIQ_WEB_MANAGER', 'https://cliq.test', 'x'
      from generate_series(1, ${sql.lit(count)}) as n`.execute(db);
    await sql`
      insert into timetable (subject_id, key_system_connection_id, sync_interval, next_run_at)
      select id, id, '24h', now() + interval '3 s' from key_system_connection where name like 'House no.%'`.execute(db);
    const begun = async () => {
      const { rows } = await sql<{ tasks: number; events: number; waiting: number }>`
        select (select count(*)::int from sync_task where kind = 'inventory') as tasks,
          (select count(*)::int from audit_event where actor_name = 'timetable') as events,
          (select count(*)::int from timetable where next_run_at < now() + interval '1 minute') as waiting`.execute(db);
      return rows[0];
    };
    await expect.poll(begun).toEqual({ tasks: count, events: count, waiting: 0 });
  });
});

describe.skipIf(template.kind === 'dump')('a process for the web and one for the work', () => {
  test('share what there is to do: the first answers and begins nothing, the second works and answers nothing', async () => {
    const installation = await prepareInstallation();
    onTestFinished(() => installation.stop());
    const web = await installation.start({ KEY2XS_ROLE: 'web' });
    const token = await signIn(web);
    await aPlan(web, token);
    const { body: asked } = await send(web, sync.start, { body: {} }, { token });
    const before = new Date();
    const worker = await installation.start({ KEY2XS_ROLE: 'worker' });
    const params = { task_id: asked.task_id };
    const task = async () => (await send(web, sync.status, { params }, { token })).body;
    await expect.poll(async () => (await task()).completed_at).not.toBeNull();
    expect(new Date((await task()).started_at ?? 0) > before).toBe(true);
    const statusOf = async (url: string) => (await fetch(url)).status;
    expect(await Promise.all([`${worker}/readyz`, `${worker}/api/v1/auth/me`, worker].map(statusOf))).toEqual([
      200, 404, 404,
    ]);
    const schedulesAt = async (url: string) => {
      const text = await (await fetch(`${url}/metrics`)).text();
      return new Set([...text.matchAll(/schedule="([^"]+)"/g)].map(([, name]) => name));
    };
    expect([...(await schedulesAt(web))].sort()).toEqual(['seal-audit-log', 'write-source-calls']);
    expect(await schedulesAt(worker)).toContain('send-mails');
  });
});

/** One of two, in an order that holds every pair of writer and reader about equally often. */
const chosen = (i: number, factor: number): number => ((i * factor) >> 2) & 1;

type Two = { urls: [string, string]; db: Db; stop: () => Promise<void> };

/** Two processes of the product on a new database with a person and a door for each lane. */
async function startTwo(): Promise<Two> {
  const { start, db, stop } = await prepareInstallation();
  try {
    return { urls: [await start(), await start()], db, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** A new database with a person and a door for each lane. `start` starts one more process of the product on it. */
async function prepareInstallation() {
  if (template.kind === 'dump') throw new Error('needs a database server');
  const database = await createServerDatabase(template);
  const folders: string[] = [];
  const KEY2XS_SECRET_KEY = randomBytes(32).toString('base64');
  const children: ChildProcess[] = [];
  await fill(database.url);
  const start = async (env: Record<string, string> = {}) => {
    const folder = await mkdtemp(join(tmpdir(), 'key2xs-two-'));
    folders.push(folder);
    return startProcess(children, { ...env, DATABASE_URL: database.url, KEY2XS_DATA_DIR: folder, KEY2XS_SECRET_KEY });
  };
  const db = toKysely(createPool({ connectionString: database.url, max: 1 }));
  const stop = async () => {
    await db.destroy();
    const running = children.filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null);
    const ended = running.map((child) => once(child, 'exit'));
    for (const child of running) child.kill('SIGKILL');
    await Promise.all(ended);
    await database.drop();
    await Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true })));
  };
  return { start, db, stop };
}

async function startProcess(children: ChildProcess[], env: Record<string, string>): Promise<string> {
  const child = spawn(process.execPath, ['--import', 'tsx', join(import.meta.dirname, '../src/main.ts')], {
    env: {
      ...process.env,
      ...env,
      PORT: '0',
      KEY2XS_ADMIN_USERNAME: admin.username,
      KEY2XS_ADMIN_PASSWORD: admin.password,
    },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  children.push(child);
  for await (const line of createInterface({ input: child.stdout })) {
    const [, url] = /is ready at (\S+)/.exec(line) ?? [];
    if (url) return url;
  }
  throw new Error('The server ended before it was ready');
}

async function fill(url: string): Promise<void> {
  const db = toKysely(createPool({ connectionString: url, max: 1 }));
  await db.insertInto('iam_connection').values({ id: ids.source, name: 'Staff', provider: 'csv' }).execute();
  await sql`
    insert into key_system_connection (id, name, system_type, cliq_api_url, domain_name)
    values (${ids.system}, 'House', 'CLIQ_WEB_MANAGER', 'https://cliq.test', 'x')`.execute(db);
  for (const lane of lanes) {
    await sql`
      insert into person (id, connection_id, external_id, display_name, department, active, source_hash)
      values (${ids.person(lane)}, ${ids.source}, ${lane}, 'A nurse', ${ward(lane)}, true, '')`.execute(db);
    await sql`
      insert into key_system_cylinder (id, connection_id, external_id, marking, name, cylinder_type, domain, location, state)
      values (${ids.door(lane)}, ${ids.system}, ${`C-${lane}`}, ${`C-${lane}`}, 'Door', 'single', 'x', '', 'installed')`.execute(
      db,
    );
  }
  await db.destroy();
}

async function signIn(url: string): Promise<string> {
  const { body } = await send(url, auth.login, { body: admin });
  return body.access_token;
}

/** An active plan for the people of the source; its id. */
async function aPlan(url: string, token: string): Promise<string> {
  const plan = await send(
    url,
    keyPlans.create,
    { body: { name: 'House', description: 'Who opens what', is_active: true } },
    { token },
  );
  const params = { keyplan_id: plan.body.id };
  await send(url, keyPlans.linkIamConnections, { params, body: { connection_ids: [ids.source] } }, { token });
  return plan.body.id;
}

/** A rule by which the person of a lane may open its door; its id. */
async function aRule(
  url: string,
  { token, plan, lane }: { token: string; plan: string; lane: number },
): Promise<string> {
  const rule = await send(
    url,
    accessRules.create,
    {
      params: { keyplan_id: plan },
      body: {
        subjects: [{ subject_type: 'department', subject_identifier: ward(lane) }],
        objects: [{ object_type: 'cylinder', object_identifier: ids.door(lane) }],
      },
    },
    { token },
  );
  return rule.body.id;
}
