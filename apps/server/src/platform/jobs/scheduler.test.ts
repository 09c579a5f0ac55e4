import { pino } from 'pino';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createScheduler, type Schedule } from './scheduler';

type Line = { level: number; schedule: string; msg: string };

function aScheduler() {
  const lines: Line[] = [];
  const scheduler = createScheduler(pino({}, { write: (line: string) => lines.push(JSON.parse(line)) }));
  onTestFinished(scheduler.stop);
  return { scheduler, lines };
}

const aSchedule = (name: string, run: Schedule['run']): Schedule => ({
  name,
  everyMs: 1,
  firstAfterMs: 0,
  shared: 'process',
  run,
});

describe('the scheduler', () => {
  test('runs the others when one fails, and names it in the log and the status', async () => {
    const { scheduler, lines } = aScheduler();
    let runs = 0;
    scheduler.start([
      aSchedule('broken', async () => {
        throw new Error('a bug');
      }),
      aSchedule('sound', async () => void runs++),
    ]);
    await expect.poll(() => runs).toBeGreaterThan(3);
    expect(lines[0]).toMatchObject({ level: 50, schedule: 'broken', msg: 'scheduled work failed' });
    expect(new Set(lines.map(({ schedule }) => schedule))).toEqual(new Set(['broken']));
    const [broken, sound] = scheduler.statuses();
    expect([broken?.lastSuccessAt, sound?.lastSuccessAt]).toEqual([undefined, expect.any(Date)]);
    expect([(broken?.failuresInARow ?? 0) > 0, sound?.failuresInARow]).toEqual([true, 0]);
  });

  test('waits longer after each failure, and not after a success', async () => {
    const { scheduler, lines } = aScheduler();
    let runs = 0;
    scheduler.start([
      aSchedule('broken', async () => {
        throw new Error('a bug');
      }),
      aSchedule('sound', async () => void runs++),
    ]);
    await expect.poll(() => lines.length).toBeGreaterThan(5); // pauses of 2, 4, 8, 16 and 32 ms
    expect(runs).toBeGreaterThan(2 * lines.length);
  });

  test('takes an outage of the database for a warning and runs again afterwards', async () => {
    const { scheduler, lines } = aScheduler();
    let runs = 0;
    scheduler.start([
      aSchedule('seal', async () => {
        if (++runs < 3) throw Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' });
        return 7;
      }),
    ]);
    await expect.poll(() => lines.length).toBeGreaterThan(2);
    expect(lines.slice(0, 3)).toMatchObject([
      { level: 40, schedule: 'seal', msg: 'scheduled work waits', reason: 'read ECONNRESET' },
      { level: 40, schedule: 'seal', msg: 'scheduled work waits' },
      { level: 30, schedule: 'seal', msg: 'scheduled work done', count: 7 },
    ]);
  });

  test('never runs the same work twice at once', async () => {
    const { scheduler } = aScheduler();
    let running = 0;
    let maxRunning = 0;
    let runs = 0;
    scheduler.start([
      aSchedule('slow', async () => {
        maxRunning = Math.max(maxRunning, ++running);
        await new Promise((done) => setTimeout(done, 5));
        running--;
        runs++;
      }),
    ]);
    await expect.poll(() => runs).toBeGreaterThan(2);
    expect(maxRunning).toBe(1);
  });

  test('tells running work to stop, waits for it, and starts nothing more', async () => {
    const { scheduler } = aScheduler();
    const seen: string[] = [];
    scheduler.start([
      aSchedule('long', async (signal) => {
        seen.push('begun');
        await new Promise((stopped) => signal.addEventListener('abort', stopped));
        await new Promise(setImmediate);
        seen.push('ended');
      }),
    ]);
    await expect.poll(() => seen).toEqual(['begun']);
    await scheduler.stop();
    expect(seen).toEqual(['begun', 'ended']);
  });
});
