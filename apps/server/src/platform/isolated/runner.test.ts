import { say } from '@key2xs/texts';
import { afterEach, describe, expect, it } from 'vitest';
import type { OddOrder } from '#test/odd-orders';
import { createRunner, type Runner } from './runner';
import type { Task } from './task';

const says = { busy: say('heavy.listsBusy'), tooSlow: say('heavy.listTooSlow'), tooBig: say('heavy.listTooBig') };
const standard: Task<OddOrder, number> = {
  worker: 'odd',
  beside: new URL('../../../test/', import.meta.url).href,
  memoryMb: 64,
  limitMs: 20_000,
  parallel: 1,
  waiting: 4,
  maxWaitMs: 20_000,
  retryAfterS: 20,
  says,
};

describe('createRunner', () => {
  let runner: Runner | undefined;
  afterEach(() => runner?.close());

  const start = (options: Partial<typeof standard> = {}) => {
    const started = createRunner();
    const task = { ...standard, ...options };
    runner = started;
    return (what: OddOrder['what'], signal?: AbortSignal) => started.run(task, { what }, { signal });
  };
  const overloaded = { code: 'overloaded' };

  it('does order after order in one thread', async () => {
    const run = start();
    const [first, second] = await Promise.all([run('tell'), run('tell')]);
    expect(first).toEqual({ ok: true, answer: expect.any(Number) });
    expect(second).toEqual(first);
    expect(await run('refuse')).toEqual({ ok: false, reason: say('asWritten', { text: 'No.' }) });
    expect(await run('tell')).toEqual(first);
  });

  it('hands bytes over without keeping them', async () => {
    runner = createRunner();
    const bytes = new Uint8Array(1_000);
    const order = { what: 'tell', bytes } as const;
    expect(await runner.run(standard, order, { transfer: [bytes.buffer] })).toEqual({ ok: true, answer: 1_000 });
    expect(bytes.length).toBe(0);
  });

  it.each([
    ['takes too long', 'spin', { limitMs: 200 }, says.tooSlow],
    ['takes too much memory', 'fill', {}, says.tooBig],
  ] as const)('stops what %s, and does the next in another thread', async (_, what, options, reason) => {
    const run = start(options);
    const before = await run('tell');
    const [stopped, next] = await Promise.all([run(what), run('tell')]);
    expect(stopped).toEqual({ ok: false, reason });
    expect(next).toMatchObject({ ok: true });
    expect(next).not.toEqual(before);
  });

  it('distinguishes a bug from an invalid request', async () => {
    const run = start();
    await expect(run('throw')).rejects.toThrow('a bug');
    expect(await run('tell')).toMatchObject({ ok: true });
  });

  it('hears what an order reports while it works on', async () => {
    runner = createRunner();
    const heard: number[] = [];
    const leave = new AbortController();
    const onProgress = (count: number) => {
      if (heard.push(count) === 2) leave.abort();
    };
    const reporting: Task<OddOrder, number, number> = standard;
    const running = runner.run(reporting, { what: 'report' }, { signal: leave.signal, onProgress });
    await expect(running).rejects.toMatchObject({ code: 'request_timeout' });
    expect(heard).toEqual([1, 2]);
  });

  it('stops when it is called off, under way or waiting', async () => {
    const run = start();
    const [first, second] = [new AbortController(), new AbortController()];
    const spinning = run('spin', first.signal);
    const waiting = run('tell', second.signal);
    const next = run('tell');
    second.abort();
    await expect(waiting).rejects.toMatchObject({ code: 'request_timeout' });
    first.abort();
    await expect(spinning).rejects.toMatchObject({ code: 'request_timeout' });
    expect(await next).toMatchObject({ ok: true });
    await expect(run('tell', first.signal)).rejects.toMatchObject({ code: 'request_timeout' });
  });

  it('ends the thread of a secret task with its request', async () => {
    const run = start({ isSecret: true });
    const [first, second] = await Promise.all([run('tell'), run('tell')]);
    expect(first).toMatchObject({ ok: true });
    expect(second).toMatchObject({ ok: true });
    expect(second).not.toEqual(first);
  });

  it('runs several requests concurrently, each in its own thread', async () => {
    const run = start({ parallel: 2, waiting: 0 });
    const calling = new AbortController();
    const spinning = run('spin', calling.signal);
    expect(await run('tell')).toMatchObject({ ok: true });
    calling.abort();
    await expect(spinning).rejects.toMatchObject({ code: 'request_timeout' });
  });

  it('keeps the queues of two tasks apart', async () => {
    const run = start({ waiting: 0 });
    const calling = new AbortController();
    const spinning = run('spin', calling.signal);
    expect(await runner?.run(standard, { what: 'tell' })).toMatchObject({ ok: true });
    await expect(run('tell')).rejects.toMatchObject(overloaded);
    calling.abort();
    await expect(spinning).rejects.toMatchObject({ code: 'request_timeout' });
  });

  it('refuses what does not fit into the queue', async () => {
    const run = start({ waiting: 1 });
    const results = await Promise.allSettled([run('tell'), run('tell'), run('tell')]);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected']);
    expect(results[2]).toMatchObject({ reason: { ...overloaded, detail: says.busy, extra: { retry_after: 20 } } });
  });

  it('refuses running and waiting requests when it is closed', async () => {
    const run = start();
    const results = Promise.allSettled([run('spin'), run('tell')]);
    await Promise.resolve(); // its turn comes at once, but not in the same breath
    await runner?.close();
    expect(await results).toMatchObject([{ reason: overloaded }, { reason: overloaded }]);
    await expect(run('tell')).rejects.toMatchObject(overloaded);
  });
});
