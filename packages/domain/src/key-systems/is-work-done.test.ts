import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { memoryKeySystem } from '../../test/memory-key-system';
import { isWorkDone, type RecordedView } from './is-work-done';
import type { DesiredKeySystem, RecordedKeySystem } from './key-system-state';
import { planKeySystem } from './plan-key-system';

const references = ['a', 'b'];
const somePerson = fc.record({
  first_name: fc.constantFrom('Odo', 'Ida'),
  surname: fc.constant('Brackwater'),
  email: fc.constantFrom(null, 'odo@acme.test'),
  employee_id: fc.constant(null),
});
const someProfile = fc.record({
  name: fc.constantFrom('Wards', 'Labs'),
  description: fc.constant(''),
  // As in plans: only an existing profile is to be emptied.
  cylinders: fc.subarray(['1', '2'], { minLength: 1 }),
  cylinder_groups: fc.constant([]),
  schedule: fc.constant([]),
});
const someState: fc.Arbitrary<DesiredKeySystem> = fc
  .tuple(
    fc.dictionary(fc.constantFrom(...references), somePerson),
    fc.dictionary(fc.constantFrom(...references), someProfile),
    fc.subarray(references),
  )
  .map(([persons, profiles, joined]) => ({
    persons: Object.entries(persons).map(([reference, person]) => ({ reference, ...person })),
    profiles: Object.entries(profiles).map(([reference, profile]) => ({ reference, ...profile })),
    members: new Map(
      Object.keys(profiles).map((profile) => [profile, new Set(joined.filter((person) => person in persons))]),
    ),
  }));
const someRecorded: fc.Arbitrary<RecordedKeySystem> = fc
  .tuple(someState, fc.boolean())
  .map(([state, active]) => ({ ...state, persons: state.persons.map((person) => ({ ...person, active })) }));

const viewOf = ({ persons, profiles, members }: RecordedKeySystem): RecordedView => ({
  person: (reference) => persons.find((person) => person.reference === reference),
  profile: (reference) => profiles.find((profile) => profile.reference === reference),
  isMember: (profile, person) => members.get(profile)?.has(person) ?? false,
});

describe('isWorkDone', () => {
  it('is not done while a plan requires it, and done once it is applied', () => {
    const known = { persons: new Set(references), profiles: new Set(references) };
    fc.assert(
      fc.property(someRecorded, someState, (recorded, desired) => {
        const system = memoryKeySystem(recorded);
        for (const item of planKeySystem(desired, recorded, known)) {
          expect(isWorkDone(item, viewOf(system.read()))).toBe(false);
          system.apply(item);
          expect(isWorkDone(item, viewOf(system.read()))).toBe(true);
        }
      }),
    );
  });

  it('counts an unknown person as deactivated, and a profile without doors as emptied', () => {
    const nothing = viewOf({ persons: [], profiles: [], members: new Map() });
    expect(isWorkDone({ kind: 'person_deactivate', write: { person_reference: 'a' } }, nothing)).toBe(true);
    const empty = { reference: 'w', name: 'W', description: '', cylinders: [], cylinder_groups: [], schedule: [] };
    expect(isWorkDone({ kind: 'profile_put', write: empty }, nothing)).toBe(true);
    expect(isWorkDone({ kind: 'profile_put', write: { ...empty, cylinders: ['1'] } }, nothing)).toBe(false);
  });
});
