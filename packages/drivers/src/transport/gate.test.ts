import { describe, expect, it } from 'vitest';
import { createGate, mapConcurrently } from './gate';

/** Work that waits until released, and records its concurrency. */
function watched() {
  const ends: (() => void)[] = [];
  const seen = { now: 0, most: 0 };
  const work = async () => {
    seen.most = Math.max(seen.most, ++seen.now);
    await new Promise<void>((resolve) => ends.push(resolve));
    seen.now--;
  };
  const endAll = async () => {
    while (seen.now > 0) {
      for (const end of ends.splice(0)) end();
      await new Promise(setImmediate);
    }
  };
  return { seen, work, endAll };
}

describe('createGate', () => {
  it('limits concurrency, and completes all work', async () => {
    const pass = createGate(3);
    const { seen, work, endAll } = watched();
    const all = Promise.all(Array.from({ length: 10 }, () => pass(work)));
    await endAll();
    await all;
    expect(seen).toEqual({ now: 0, most: 3 });
  });

  it('lets the next one through after a failure', async () => {
    const pass = createGate(1);
    const failing = pass(() => Promise.reject(new Error('broken')));
    const next = pass(async () => 'through');
    await expect(failing).rejects.toThrow('broken');
    expect(await next).toBe('through');
  });
});

describe('mapConcurrently', () => {
  it('keeps the order of the items', async () => {
    const later = async (n: number) => {
      for (let turn = 0; turn < 5 - n; turn++) await new Promise(setImmediate);
      return n * 10;
    };
    expect(await mapConcurrently([1, 2, 3, 4], 2, later)).toEqual([10, 20, 30, 40]);
    expect(await mapConcurrently([], 2, later)).toEqual([]);
  });

  it('begins nothing more once something has failed', async () => {
    const begun: number[] = [];
    const work = async (n: number) => {
      begun.push(n);
      if (n === 2) throw new Error('broken');
    };
    await expect(mapConcurrently([1, 2, 3, 4, 5, 6], 1, work)).rejects.toThrow('broken');
    expect(begun).toEqual([1, 2]);
  });
});
