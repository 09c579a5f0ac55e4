import { expect, it } from 'vitest';
import { bestFirst } from './best-first';

const names = ['Old fire station', 'Fire stations', 'fire', 'Fire'];

it('puts the exact name first, then beginnings, and keeps the order otherwise', () => {
  expect(bestFirst(names, ' FIRE ', (name) => name)).toEqual(['fire', 'Fire', 'Fire stations', 'Old fire station']);
  expect(bestFirst(names, '', (name) => name)).toEqual(names);
});
