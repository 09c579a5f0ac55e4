import { expect, test } from 'vitest';
import { nextCylinderContent } from './cylinder-content';
import { nextKeyContent, type RecordedForKey } from './key-content';

const look = { at: 10_000_000, listedSince: 9_000_000 };
const limits = { validity: 'always', from: null, until: null, revalidation_minutes: null } as const;
const recorded: RecordedForKey = {
  ...{ carries: true, hasClock: true, updated_at: 2_000, changed_at: 1_000, limits, sets: ['a'], isWhole: true },
};

test('a key that was updated and changed at the same moment is not known to hold the change', () => {
  expect(nextKeyContent(undefined, recorded, look).rights).toEqual({ sets: ['a'], at: 2_000 });
  const tied = nextKeyContent(undefined, { ...recorded, changed_at: 2_000 }, look);
  expect(tied).toMatchObject({ rights: null, limits: null, seen: ['a'] });
});

test('a cylinder keeps its group until a job is done, also when the key system has made none', () => {
  const before = nextCylinderContent(undefined, { group: 'G-1', jobs: [] }, look);
  expect(before.group).toEqual({ id: 'G-1' });
  const later = { at: 20_000_000, listedSince: 19_000_000 };
  expect(nextCylinderContent(before, { group: 'G-2', jobs: [] }, later).group).toEqual({ id: 'G-1' });
});
