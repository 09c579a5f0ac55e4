import { expect, test } from 'vitest';
import { keepRecords } from './kept-records';

/** The stored records, and the ids of each read. */
function aStore() {
  const stored = new Map([
    ['a', 1],
    ['b', 2],
  ]);
  const reads: string[][] = [];
  const kept = keepRecords(async (ids) => {
    reads.push([...ids]);
    return ids.flatMap((id) => (stored.has(id) ? [[id, stored.get(id) ?? 0] as const] : []));
  });
  return { stored, reads, kept };
}

test('reads each record once', async () => {
  const { reads, kept } = aStore();
  expect([...(await kept.find(['a', 'a']))]).toEqual([['a', 1]]);
  expect([...(await kept.find(['a', 'b']))]).toEqual([
    ['a', 1],
    ['b', 2],
  ]);
  expect(reads).toEqual([['a'], ['b']]);
});

test('reads only invalidated records again', async () => {
  const { stored, reads, kept } = aStore();
  await kept.find(['a', 'b']);
  stored.set('a', 3);
  kept.forget(['a']);
  expect((await kept.find(['a', 'b'])).get('a')).toBe(3);
  kept.forget((id) => id === 'b');
  await kept.find(['a', 'b']);
  kept.forget();
  await kept.find(['a', 'b']);
  expect(reads).toEqual([['a', 'b'], ['a'], ['b'], ['a', 'b']]);
});

test('queries missing records again', async () => {
  const { stored, kept } = aStore();
  expect((await kept.find(['c'])).size).toBe(0);
  stored.set('c', 4);
  expect((await kept.find(['c'])).get('c')).toBe(4);
});

test('does not keep what changed while it was read', async () => {
  let answer: (records: [string, number][]) => void = () => undefined;
  const kept = keepRecords<number>(() => new Promise((resolve) => (answer = resolve)));
  const first = kept.find(['a']);
  kept.forget(['a']);
  answer([['a', 1]]);
  expect((await first).get('a')).toBe(1);
  const second = kept.find(['a']);
  answer([['a', 2]]);
  expect((await second).get('a')).toBe(2);
});

test('caches no more than the limit, and drops the oldest first', async () => {
  const reads: string[][] = [];
  const load = async (ids: readonly string[]) => {
    reads.push([...ids]);
    return ids.map((id) => [id, id] as const);
  };
  const kept = keepRecords(load, { maxRecords: 2 });
  expect((await kept.find(['a', 'b', 'c'])).size).toBe(3);
  await kept.find(['b', 'c']);
  await kept.find(['a']);
  expect(reads).toEqual([['a', 'b', 'c'], ['a']]);
});
