import { once } from 'node:events';
import { MessageChannel } from 'node:worker_threads';
import { PGlite } from '@electric-sql/pglite';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { simpleQuery } from './answer-scanner';
import type { FromWorker } from './messages';
import { SessionQueue } from './session-queue';

const limitMs = 60_000;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
});
afterEach(() => vi.useRealTimers());

/** A queue with a clock controlled by the test, and its posted messages. */
async function aQueue() {
  const database = await PGlite.create();
  const { port1, port2 } = new MessageChannel();
  onTestFinished(async () => {
    port2.close();
    await database.close();
  });
  const posted: FromWorker[] = [];
  port2.on('message', (message: FromWorker) => posted.push(message));
  const queue = new SessionQueue(database, port1, limitMs);
  return {
    posted,
    /** Sends a statement of client 1, and waits for its answer. */
    async ask(text: string) {
      queue.add(1, simpleQuery(text));
      await once(port2, 'message');
    },
    next: () => once(port2, 'message'),
  };
}

describe('a transaction', () => {
  test('that keeps working is not aborted, however long it takes', async () => {
    const { ask, posted } = await aQueue();
    await ask('begin');
    for (let step = 0; step < 5; step++) {
      vi.advanceTimersByTime(0.9 * limitMs);
      await ask('select 1');
    }
    await ask('commit');
    expect(posted.filter(({ kind }) => kind === 'cut-off')).toEqual([]);
  });

  test('that sleeps too long is cut off', async () => {
    const { ask, next, posted } = await aQueue();
    await ask('begin');
    const cut = next();
    vi.advanceTimersByTime(1.1 * limitMs);
    await cut;
    expect(posted.at(-1)).toEqual({ kind: 'cut-off', client: 1 });
  });
});
