import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { pino } from 'pino';
import { describe, inject, onTestFinished, vi } from 'vitest';
import { expect, type TestApp, test } from '#test/app';
import { disturb } from '#test/factories/key-systems';
import { fenceDeps } from './fence-deps';
import { holdLease, LeaseLost } from './hold-lease';
import type { JobKind } from './job-kind';
import { cancelJob, claimJob, endJob, forgetFailures, insertJob, isHeld, releaseJob, renewLease } from './job-rows';
import { runJob } from './run-job';

const isEmbedded = inject('databaseTemplate').kind === 'dump';
const long = 600_000;
const kind = 'test.lease';

const jobOf = ({ db }: TestApp, key: string) =>
  db.selectFrom('job').selectAll().where('kind', '=', kind).where('key', '=', key).executeTakeFirst();
const setDue = ({ db }: TestApp, key: string, due_at: Date) =>
  db.updateTable('job').set({ due_at }).where('kind', '=', kind).where('key', '=', key).execute();
const past = new Date(0);

async function aWaiting({ db }: TestApp): Promise<string> {
  const key = randomUUID();
  await insertJob(db, { kind, key });
  return key;
}

/** A job that this worker has claimed. */
async function aClaimed(app: TestApp, leaseMs = long) {
  const job = await claimJob(app.db, { kind, key: await aWaiting(app) }, leaseMs);
  if (!job) throw new Error('not claimed');
  return job;
}

describe('a job', () => {
  test('is given to one of many who claim it at once', async ({ app }) => {
    await aWaiting(app);
    const claimed = await Promise.all(Array.from({ length: 8 }, () => claimJob(app.db, { kind }, long)));
    expect(claimed.filter((job) => job !== undefined)).toMatchObject([{ attempt: 1, failures: 0 }]);
  });

  test('belongs to one worker during its lease, and is free once that has ended', async ({ app }) => {
    const first = await aClaimed(app);
    const { key } = first;
    expect(await claimJob(app.db, { kind, key }, long)).toBeUndefined();
    expect(await renewLease(app.db, first, long)).toBe(true);
    await setDue(app, key, past);
    expect(await renewLease(app.db, first, long)).toBe(false);
    expect(await claimJob(app.db, { kind }, long)).toMatchObject({ key, attempt: 2 });
    expect([await releaseJob(app.db, first, { dueInMs: 0 }), await endJob(app.db, first)]).toEqual([false, false]);
  });

  test('that was handed back is claimed when it is due, in the order of time', async ({ app }) => {
    const [first, second, resting] = [await aClaimed(app), await aClaimed(app), await aClaimed(app)];
    for (const job of [second, first]) expect(await releaseJob(app.db, job, { dueInMs: 0 })).toBe(true);
    await releaseJob(app.db, resting, { dueInMs: long });
    const claimKey = async () => (await claimJob(app.db, { kind }, long))?.key;
    expect([await claimKey(), await claimKey(), await claimKey()]).toEqual([second.key, first.key, undefined]);
    expect(await claimJob(app.db, { kind, key: resting.key }, long)).toMatchObject({ attempt: 2 });
  });

  test('that is cancelled is no one’s any more, and what its worker writes has no effect', async ({ app }) => {
    const job = await aClaimed(app);
    const holds = async () => (await app.db.selectNoFrom(isHeld(job).as('is')).executeTakeFirstOrThrow()).is;
    expect(await holds()).toBe(true);
    await app.db.transaction().execute((tx) => cancelJob(tx, job));
    expect(await holds()).toBe(false);
  });

  test('that is requested again while a worker has it runs once more, and otherwise once', async ({ app }) => {
    const job = await aClaimed(app);
    for (let n = 0; n < 2; n++) await insertJob(app.db, { kind, key: job.key });
    expect(await endJob(app.db, job)).toBe(true);
    const again = await claimJob(app.db, { kind }, long);
    expect(again).toMatchObject({ key: job.key, attempt: 2 });
    expect(again && (await endJob(app.db, again))).toBe(true);
    expect(await jobOf(app, job.key)).toBeUndefined();
  });
});

describe('a job whose process ends during it', () => {
  const log = pino({ level: 'silent' });
  const { signal: stopping } = new AbortController();

  async function aDeadlyJob(app: TestApp) {
    const key = await aWaiting(app);
    const seen: string[] = [];
    const work: JobKind = {
      name: kind,
      leaseMs: long,
      backoff: { firstMs: 1, maxMs: 1 },
      limits: { pieceMs: long, deadlineMs: long, maxFailures: 3 },
      run: async () => {
        seen.push('run');
        return 'again';
      },
    };
    const run = () => runJob({ db: app.db, log }, work, { key, stopping });
    const die = async (times: number, { hasProgress = false } = {}) => {
      for (let n = 0; n < times; n++) {
        const job = await claimJob(app.db, { kind, key }, long);
        if (hasProgress && job) await forgetFailures(app.db, job);
        await setDue(app, key, past);
      }
    };
    return { key, seen, work, run, die };
  }

  test('is given up after ten times in a row, and not while it makes progress or ends a piece', async ({ app }) => {
    const { key, seen, work, run, die } = await aDeadlyJob(app);
    work.giveUp = async ({ job }, error) => {
      seen.push(String(error));
      await endJob(app.db, job);
    };
    await die(9);
    await run();
    await die(20, { hasProgress: true });
    await die(8);
    await run();
    expect(seen).toEqual(['run', 'run']);
    await die(10);
    await run();
    expect(seen).toEqual(['run', 'run', expect.stringContaining('taken over 10 times')]);
    expect(await jobOf(app, key)).toBeUndefined();
  });

  test('is tried again only hours later where its kind is never given up', async ({ app }) => {
    const { key, seen, run, die } = await aDeadlyJob(app);
    await die(10);
    await run();
    expect(seen).toEqual([]);
    expect((await jobOf(app, key))?.due_at.getTime()).toBeGreaterThan(Date.now() + 5 * 3_600_000);
    await run();
    expect(seen).toEqual(['run']);
  });
});

test('taking a job costs no more with 100,000 that wait', async ({ app: { db } }) => {
  await sql`insert into job (kind, key, due_at)
    select ${kind}, n::text, now() + make_interval(secs => n - 10) from generate_series(1, 100000) as n`.execute(db);
  await sql`analyze job`.execute(db);
  const plan: unknown[] = [];
  const explaining = db.withPlugin({
    transformQuery: ({ node }) =>
      node.kind === 'RawNode'
        ? { ...node, sqlFragments: [`explain ${node.sqlFragments[0]}`, ...node.sqlFragments.slice(1)] }
        : node,
    transformResult: async ({ result }) => {
      plan.push(...result.rows.map((row) => row['QUERY PLAN']));
      return result;
    },
  });
  await claimJob(explaining, { kind }, long);
  expect(plan.join('\n')).toMatch(/Index Scan using job_due on job .*\n.*Index Cond: .*due_at <= now\(\)/);
  expect(plan.join('\n')).not.toMatch(/Sort|Filter/);
});

describe('a worker that holds a job', () => {
  const hold = (app: TestApp, job: Awaited<ReturnType<typeof aClaimed>>, leaseMs: number, deadlineMs = long) => {
    const lease = holdLease(app.deps, job, { leaseMs, sentAt: performance.now(), deadlineMs });
    onTestFinished(lease.end);
    return lease;
  };

  test('renews its lease', async ({ app }) => {
    const job = await aClaimed(app, 8_000);
    const first = await jobOf(app, job.key);
    const lease = hold(app, job, 8_000);
    await expect
      .poll(async () => (await jobOf(app, job.key))?.due_at.getTime())
      .toBeGreaterThan(first?.due_at.getTime() ?? 0);
    expect(lease.signal.aborted).toBe(false);
  });

  test('stops when another has taken it over', async ({ app }) => {
    const job = await aClaimed(app);
    const lease = hold(app, job, 2_000);
    await setDue(app, job.key, past);
    await claimJob(app.db, { kind }, long);
    await expect.poll(() => lease.signal.reason).toBeInstanceOf(LeaseLost);
    expect(lease.require).toThrow(LeaseLost);
  });

  test('stops when it has saved nothing for its time, however long it takes in all', async ({ app }) => {
    const job = await aClaimed(app);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const lease = hold(app, job, long, 1_000);
    for (let saved = 0; saved < 5; saved++) {
      vi.advanceTimersByTime(900);
      lease.noteProgress();
    }
    expect(lease.signal.aborted).toBe(false);
    vi.advanceTimersByTime(1_000);
    expect(lease.signal.reason).toMatchObject({ name: 'TimeoutError' });
  });

  test('sends nothing more after it was stopped for a while, even before its timers fire', async ({ app }) => {
    const job = await aClaimed(app);
    const lease = hold(app, job, 100);
    const { db, outbound } = fenceDeps(app.deps, lease);
    const { origin } = new URL(app.sandbox.cliq_api_url);
    const dispatcher = outbound.openHttps(origin, { cert: '', key: '', ca: [] });
    onTestFinished(() => dispatcher.close());
    let calls = 0;
    disturb(app, () => {
      calls++;
      return undefined;
    });
    const begun = performance.now();
    while (performance.now() - begun < 100); // as SIGSTOP would: no timer fires, no answer is heard
    expect(lease.signal.aborted).toBe(false);
    await expect(db.selectFrom('person').select('id').execute()).rejects.toThrow(LeaseLost);
    await expect(dispatcher.request({ origin, path: '/', method: 'GET' })).rejects.toThrow(LeaseLost);
    expect([calls, lease.signal.reason]).toEqual([0, expect.any(LeaseLost)]);
  });

  test.skipIf(isEmbedded)('can renew it while it writes, but no other can claim the job meanwhile', async ({ app }) => {
    const job = await aClaimed(app);
    await app.db.transaction().execute(async (tx) => {
      await tx.selectNoFrom(isHeld(job).as('is_held')).execute();
      expect(await renewLease(app.db, job, 1)).toBe(true);
      await setDue(app, job.key, past);
      expect(await claimJob(app.db, { kind }, long)).toBeUndefined();
    });
    expect(await claimJob(app.db, { kind }, long)).toMatchObject({ attempt: 2 });
  });
});
