import { describe, expect, it } from 'vitest';
import { type Certainty, effectOf, endOfKey, type KeyEnd, missingFor } from './effective-right';
import type { KeyContent, KeyLimits } from './key-content';

const always: KeyLimits = { validity: 'always', from: null, until: null, revalidation_minutes: null };
const held = (limits: Partial<KeyLimits>): KeyContent['limits'] => ({ limits: { ...always, ...limits }, at: 1_000 });

describe('the end of a key', () => {
  it.each<[string, KeyContent['limits'], KeyEnd]>([
    ['is not known without its times', null, null],
    ['is none without a clock', { limits: null, at: null }, null],
    ['is none while it is always valid', held({}), null],
    ['has come with a validity that is never', held({ validity: 'never' }), { at: 1_000, by: 'validity' }],
    ['is that of its validity', held({ validity: 'between', from: 0, until: 5_000 }), { at: 5_000, by: 'validity' }],
    ['is an interval after its update', held({ revalidation_minutes: 1 }), { at: 61_000, by: 'revalidation' }],
    [
      'is the earlier of two',
      held({ validity: 'between', from: 0, until: 70_000, revalidation_minutes: 1 }),
      { at: 61_000, by: 'revalidation' },
    ],
  ])('%s', (_, limits, end) => expect(endOfKey(limits)).toEqual(end));
});

describe('the effect of a right', () => {
  const begins = held({ validity: 'between', from: 2_000, until: 9_000 });
  it.each<[Certainty, Certainty, KeyContent['limits'], at: number, ReturnType<typeof effectOf>]>([
    ['yes', 'no', held({}), 0, { effective: 'yes', because: null }],
    ['no', 'not_known', null, 0, { effective: 'no', because: 'not_held' }],
    ['yes', 'yes', null, 0, { effective: 'no', because: 'blocked' }],
    ['yes', 'not_known', held({}), 0, { effective: 'not_known', because: null }],
    ['not_known', 'no', held({}), 0, { effective: 'not_known', because: null }],
    ['yes', 'no', null, 0, { effective: 'not_known', because: null }],
    ['not_known', 'no', begins, 9_000, { effective: 'no', because: 'validity' }],
    ['not_known', 'no', begins, 1_999, { effective: 'no', because: 'not_begun' }],
    ['yes', 'no', begins, 2_000, { effective: 'yes', because: null }],
    ['yes', 'no', held({ revalidation_minutes: 1 }), 61_000, { effective: 'no', because: 'revalidation' }],
  ])('held: %s, blocked: %s', (holds, blocked, limits, at, effect) =>
    expect(effectOf({ holds, blocked, limits }, at)).toEqual(effect));
});

describe('what is missing', () => {
  const yes = { effective: 'yes', because: null } as const;
  const no = (because: 'not_held' | 'blocked' | 'validity' | 'revalidation') => ({ effective: 'no', because }) as const;
  const base = { carries: true, blocked: 'no', isKeyCurrent: false } as const;
  it.each([
    ['nothing for a right that is recorded and effective', { ...base, isRecorded: true, effect: yes }, null],
    ['nothing for one that is neither', { ...base, isRecorded: false, effect: no('not_held') }, null],
    ['an update to get a right', { ...base, isRecorded: true, effect: no('not_held') }, 'update_key'],
    ['an update to lose one', { ...base, isRecorded: false, effect: yes }, 'update_key'],
    ['an update after the interval', { ...base, isRecorded: true, effect: no('revalidation') }, 'update_key'],
    [
      'times first, not an update, of a key that has them',
      { ...base, isKeyCurrent: true, isRecorded: true, effect: no('validity') },
      null,
    ],
    [
      'a visit where the key is right',
      { ...base, isKeyCurrent: true, isRecorded: false, effect: yes },
      'visit_cylinder',
    ],
    [
      'a visit where it is blocked',
      { ...base, blocked: 'yes', isRecorded: true, effect: no('blocked') },
      'visit_cylinder',
    ],
    [
      'a visit where the cylinder lists the keys',
      { ...base, carries: false, isRecorded: false, effect: yes },
      'visit_cylinder',
    ],
  ] as const)('%s', (_, given, missing) => expect(missingFor(given)).toBe(missing));
});
