import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Schema } from '../schema/schema';
import { createCommitWatch } from './commit-watch';

/** A database whose snapshot is what `ask` says. */
function aDatabase(ask: () => Promise<string>) {
  const asked = vi.fn(ask);
  class Driver extends DummyDriver {
    override acquireConnection = async () => ({
      executeQuery: async () => ({ rows: [{ snapshot: await asked() }] as never[] }),
      streamQuery: () => {
        throw new Error('nothing is streamed');
      },
    });
  }
  const db = new Kysely<Schema>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new Driver(),
      createIntrospector: (inner) => new PostgresIntrospector(inner),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
  return { watch: createCommitWatch(db), asked };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('commits', () => {
  it('are detected within half a second, once each, while there are listeners', async () => {
    let snapshot = '1:1:';
    const { watch, asked } = aDatabase(async () => snapshot);
    const onCommit = vi.fn(async () => undefined);
    const stop = watch.listen({ onCommit });
    await vi.advanceTimersByTimeAsync(2_000);
    expect(onCommit).toHaveBeenCalledTimes(1); // whatever was committed before
    snapshot = '2:2:';
    await vi.advanceTimersByTimeAsync(500);
    expect(onCommit).toHaveBeenCalledTimes(2);

    stop();
    const times = asked.mock.calls.length;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(asked).toHaveBeenCalledTimes(times);
    watch.listen({ onCommit });
    await vi.advanceTimersByTimeAsync(500);
    expect(asked).toHaveBeenCalledTimes(times + 1);
  });

  it.each([
    ['fails', async () => Promise.reject(new Error('gone'))],
    ['does not answer', () => new Promise<string>(() => undefined)],
  ])('count as missed when the database %s', async (_, ask) => {
    const { watch } = aDatabase(ask);
    const lost: string[] = [];
    const stop = watch.listen({
      onCommit: async () => undefined,
      onLoss: (error) => {
        lost.push(String(error));
        stop();
      },
    });
    await vi.advanceTimersByTimeAsync(11_000);
    expect(lost).toEqual([expect.stringMatching(/gone|not answered/)]);
  });
});
