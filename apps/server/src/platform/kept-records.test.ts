import { expect, test } from 'vitest';
import { keepRecords } from './kept-records';

/** What is stored, and which ids were read each time. */
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

test('reads again what was forgotten, and nothing else', async () => {
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

test('asks again for what was not there', async () => {
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

test('keeps no more than the limit, the oldest go first', async () => {
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
