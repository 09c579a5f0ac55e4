import { expect, it } from 'vitest';
import { changeOf, hasConflict, isBlank, isLimited, isPending, lookOf, notLoaded, percentOf, wayOf } from './look';

it('preserves everything about a crossing', () => {
  const look = lookOf({
    share: 0.5,
    way: 'profile',
    isLimited: true,
    change: 'both',
    isPending: true,
    hasConflict: true,
  });
  expect([percentOf(look), wayOf(look), isLimited(look), changeOf(look), isPending(look), hasConflict(look)]).toEqual([
    50,
    'profile',
    true,
    'both',
    true,
    true,
  ]);
});

it('never rounds a partial share to none or all', () => {
  expect([0, 0.001, 0.999, 1].map((share) => percentOf(lookOf({ share })))).toEqual([0, 1, 99, 100]);
});

it('is blank only without any access, change or problem', () => {
  expect(isBlank(lookOf({ share: 0 }))).toBe(true);
  expect(
    [lookOf(undefined), lookOf({ share: 0, change: 'lost' }), lookOf({ share: 0, isPending: true })].map(isBlank),
  ).toEqual([false, false, false]);
  expect(lookOf(undefined)).toBe(notLoaded);
});
