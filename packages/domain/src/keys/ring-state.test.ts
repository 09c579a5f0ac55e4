import { expect, test } from 'vitest';
import type { KeyState } from './key-state';
import { ringState } from './ring-state';

const states: Record<string, KeyState<string>> = {
  stock: { is: 'in_stock' },
  kept: { is: 'reserved', for: 'ada' },
  ada: { is: 'handed_out', holder: 'ada', due_at: null },
  later: { is: 'handed_out', holder: 'ada', due_at: '2026-05-03T00:00:00Z' },
  bo: { is: 'handed_out', holder: 'bo', due_at: null },
  lost: { is: 'lost', holder: 'ada', due_at: null },
  broken: { is: 'broken', holder: null, due_at: null },
  retired: { is: 'retired' },
};

test.each([
  ['', 'empty'],
  ['stock kept', 'in_stock'],
  ['ada later', 'handed_out'],
  ['ada bo', 'incomplete'],
  ['ada stock', 'incomplete'],
  ['stock ada', 'incomplete'],
  ['ada lost', 'incomplete'],
  ['lost lost', 'incomplete'],
  ['stock broken', 'incomplete'],
  ['broken', 'incomplete'],
  ['retired stock', 'incomplete'],
])('a ring of keys in the states "%s" is %s', (names, is) => {
  const keys = names
    .split(' ')
    .filter((name) => name !== '')
    .map((name) => states[name] ?? { is: 'in_stock' as const });
  expect(ringState(keys, (one, other) => one === other).is).toBe(is);
});
