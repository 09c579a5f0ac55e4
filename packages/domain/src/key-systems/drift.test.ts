import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { agreesWith, type Drift, type ProfileRights, profileAsLeft, profileDrift } from './drift';
import type { DesiredKeySystem, KeySystemProfile } from './key-system-state';

const ids = fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd'));
const windows = fc.array(
  fc.record({
    days: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 }),
    from: fc.constantFrom('06:00', '08:00'),
    to: fc.constantFrom('18:00', '22:00'),
  }),
  { maxLength: 3 },
);
const rights: fc.Arbitrary<ProfileRights> = fc.record({ cylinders: ids, cylinder_groups: ids, schedule: windows });

/** Doors and hours of a profile, as a text independent of order. */
const meaning = ({ cylinders, cylinder_groups, schedule }: ProfileRights) =>
  JSON.stringify([
    [...cylinders].sort(),
    [...cylinder_groups].sort(),
    [...new Set(schedule.map(({ days, from, to }) => JSON.stringify([[...days].sort(), from, to])))].sort(),
  ]);

describe('profileDrift', () => {
  it('is empty exactly where both open the same, and can be undone', () => {
    fc.assert(
      fc.property(rights, rights, (left, found) => {
        const drift = profileDrift(left, found);
        expect(drift.length === 0).toBe(meaning(left) === meaning(found));
        expect(meaning(profileAsLeft(found, drift))).toBe(meaning(left));
      }),
    );
  });

  it('accumulated over several reads equals that from the first read to the last', () => {
    fc.assert(
      fc.property(rights, rights, rights, (left, between, found) => {
        const first = profileDrift(left, between);
        const then = profileDrift(profileAsLeft(between, first), found);
        expect(meaning(profileAsLeft(found, then))).toBe(meaning(left));
      }),
    );
  });

  it('distinguishes added doors, removed doors and changed hours', () => {
    const left = { cylinders: ['a', 'b'], cylinder_groups: [], schedule: [] };
    const schedule = [{ days: [1], from: '08:00', to: '18:00' }];
    expect(profileDrift(left, { cylinders: ['b'], cylinder_groups: ['c'], schedule })).toEqual([
      { kind: 'doors_added', before: null, after: { cylinders: [], cylinder_groups: ['c'] } },
      { kind: 'doors_removed', before: { cylinders: ['a'], cylinder_groups: [] }, after: null },
      { kind: 'hours_changed', before: { schedule: [] }, after: { schedule } },
    ]);
  });
});

describe('agreesWith', () => {
  const person = { reference: 'ada', first_name: '', surname: '', email: null, employee_id: null };
  const profile: KeySystemProfile = {
    reference: 'ward',
    name: '',
    description: '',
    cylinders: ['a'],
    cylinder_groups: [],
    schedule: [],
  };
  const desired: DesiredKeySystem = {
    persons: [person],
    profiles: [profile],
    members: new Map([['ward', new Set(['ada'])]]),
  };
  const empty: DesiredKeySystem = { persons: [], profiles: [], members: new Map() };
  const pair = { profile_reference: 'ward', person_reference: 'ada' };
  const ofProfile = { profile_reference: 'ward', person_reference: null };
  const ofPerson = { profile_reference: null, person_reference: 'ada' };
  const doors = { cylinders: ['a'], cylinder_groups: [] };
  const always = { schedule: [] };

  it.each<[Drift, wanted: boolean, unwanted: boolean]>([
    [{ ...pair, kind: 'member_added' }, true, false],
    [{ ...pair, kind: 'member_removed' }, false, true],
    [{ ...ofProfile, kind: 'doors_added', before: null, after: doors }, true, false],
    [{ ...ofProfile, kind: 'doors_removed', before: doors, after: null }, false, true],
    [{ ...ofProfile, kind: 'hours_changed', before: always, after: always }, true, true],
    [{ ...ofProfile, kind: 'profile_deleted' }, false, true],
    [{ ...ofPerson, kind: 'person_deactivated' }, false, true],
    [{ ...ofPerson, kind: 'person_activated' }, true, false],
  ])('%j: %s where the plans want it so, %s where they want nothing', (drift, wanted, unwanted) => {
    expect([agreesWith(desired)(drift), agreesWith(empty)(drift)]).toEqual([wanted, unwanted]);
  });
});
