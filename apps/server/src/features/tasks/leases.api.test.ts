import { describe, onTestFinished, vi } from 'vitest';
import { expect, type TestApp, test } from '#test/app';
import { disturb } from '#test/factories/key-systems';
import { aTask } from '#test/factories/tasks';
import { fenceDeps } from './fence-deps';
import { holdLease } from './hold-lease';
import { claimTask, releaseLease, renewLease, takeAbandoned } from './leases';
import { TaskOvertaken } from './service';

const long = 600_000;

const leaseOf = ({ db }: TestApp, id: string) =>
  db.selectFrom('task_lease').selectAll().where('task_id', '=', id).executeTakeFirst();
const setUntil = ({ db }: TestApp, id: string, until: Date) =>
  db.updateTable('task_lease').set({ until }).where('task_id', '=', id).execute();
const past = new Date(0);

/** A task that this worker has claimed. */
async function aClaimed(app: TestApp, leaseMs = long) {
  const { id } = await aTask(app);
  const task = await claimTask(app.db, id, leaseMs);
  if (!task) throw new Error('not claimed');
  return task;
}

describe('a task', () => {
  test('is given to one of many who claim it at once', async ({ app }) => {
    const { id } = await aTask(app);
    const claimed = await Promise.all(Array.from({ length: 8 }, () => claimTask(app.db, id, long)));
    expect(claimed.filter((task) => task !== undefined)).toMatchObject([{ attempt: 1, status: 'RUNNING' }]);
  });

  test('is nobody else’s while its lease runs, and anybody’s once that has ended', async ({ app }) => {
    const { id, attempt } = await aClaimed(app);
    expect(await claimTask(app.db, id, long)).toBeUndefined();
    expect(await renewLease(app.db, { id, attempt }, long)).toBe(true);
    await setUntil(app, id, past);
    expect(await renewLease(app.db, { id, attempt }, long)).toBe(false);
    expect(await claimTask(app.db, id, long)).toMatchObject({ attempt: 2 });
    expect(await releaseLease(app.db, { id, attempt }, long)).toBe(false);
  });

  test('that was handed back can be claimed at once', async ({ app }) => {
    const task = await aClaimed(app);
    expect(await releaseLease(app.db, task, long)).toBe(true);
    expect(await claimTask(app.db, task.id, long)).toMatchObject({ attempt: 2 });
  });

  test('is found by the watch when nobody answers for it any more, and only then', async ({ app }) => {
    const kept = await aClaimed(app);
    const resting = await aClaimed(app);
    await releaseLease(app.db, resting, long);
    const dead = await aClaimed(app);
    // In one transaction, so that the watch of this server cannot come first.
    await app.db.transaction().execute(async (tx) => {
      await setUntil({ ...app, db: tx }, dead.id, past);
      expect(await takeAbandoned(tx, long)).toEqual([dead.id]);
    });
    expect([await leaseOf(app, kept.id), await leaseOf(app, dead.id)]).toMatchObject([
      { attempt: 1 },
      { attempt: null },
    ]);
  });
});

describe('a worker that holds a task', () => {
  const hold = (app: TestApp, task: Awaited<ReturnType<typeof aClaimed>>, leaseMs: number, deadlineMs = long) => {
    const lease = holdLease(app.deps, task, { leaseMs, askedAt: performance.now(), deadlineMs });
    onTestFinished(lease.end);
    return lease;
  };

  test('renews its lease', async ({ app }) => {
    const task = await aClaimed(app, 8_000);
    const first = await leaseOf(app, task.id);
    const lease = hold(app, task, 8_000);
    await expect
      .poll(async () => (await leaseOf(app, task.id))?.until.getTime())
      .toBeGreaterThan(first?.until.getTime() ?? 0);
    expect(lease.signal.aborted).toBe(false);
  });

  test('stops when another has taken it over', async ({ app }) => {
    const task = await aClaimed(app);
    const lease = hold(app, task, 2_000);
    await setUntil(app, task.id, past);
    await claimTask(app.db, task.id, long);
    await expect.poll(() => lease.signal.reason).toBeInstanceOf(TaskOvertaken);
    expect(lease.require).toThrow(TaskOvertaken);
  });

  test('stops when it has saved nothing for its time, however long it takes in all', async ({ app }) => {
    const task = await aClaimed(app);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const lease = hold(app, task, long, 1_000);
    for (let saved = 0; saved < 5; saved++) {
      vi.advanceTimersByTime(900);
      lease.noteProgress();
    }
    expect(lease.signal.aborted).toBe(false);
    vi.advanceTimersByTime(1_000);
    expect(lease.signal.reason).toMatchObject({ name: 'TimeoutError' });
  });

  test('sends nothing more after it was stopped for a while, even before its timers fire', async ({ app }) => {
    const task = await aClaimed(app);
    const lease = hold(app, task, 100);
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
    await expect(db.selectFrom('person').select('id').execute()).rejects.toThrow(TaskOvertaken);
    await expect(dispatcher.request({ origin, path: '/', method: 'GET' })).rejects.toThrow(TaskOvertaken);
    expect([calls, lease.signal.reason]).toEqual([0, expect.any(TaskOvertaken)]);
  });
});
