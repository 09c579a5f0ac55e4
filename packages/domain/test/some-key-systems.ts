import fc from 'fast-check';
import type { DesiredKeySystem, RecordedKeySystem } from '../src/index';

/** Of persons and of profiles. */
export const references = ['a', 'b', 'c'];
const someReferences = fc.subarray(references);
const somePerson = fc.record({
  first_name: fc.constantFrom('Ada', 'Bob'),
  surname: fc.constant('Hale'),
  email: fc.constantFrom(null, '', 'a@acme.test'),
  employee_id: fc.constant(null),
});
const someProfile = fc.record({
  name: fc.constantFrom('Wards', 'Labs'),
  description: fc.constant(''),
  cylinders: fc.subarray(['1', '2', '3']),
  cylinder_groups: fc.subarray(['G']),
  schedule: fc.subarray([{ days: [1], from: '08:00', to: '18:00' }]),
});
export const someDesired: fc.Arbitrary<DesiredKeySystem> = fc
  .tuple(
    fc.dictionary(fc.constantFrom(...references), somePerson),
    fc.dictionary(fc.constantFrom(...references), someProfile),
  )
  .chain(([persons, profiles]) =>
    fc.dictionary(fc.constantFrom('a', ...Object.keys(profiles)), fc.subarray(Object.keys(persons))).map((members) => ({
      persons: Object.entries(persons).map(([reference, person]) => ({ reference, ...person })),
      profiles: Object.entries(profiles).map(([reference, profile]) => ({ reference, ...profile })),
      members: new Map(
        Object.entries(members).flatMap(([profile, people]) =>
          profile in profiles ? [[profile, new Set(people)] as const] : [],
        ),
      ),
    })),
  );
export const someRecorded: fc.Arbitrary<RecordedKeySystem> = fc
  .tuple(someDesired, someReferences)
  .map(([state, inactive]) => ({
    ...state,
    persons: state.persons.map((person) => ({ ...person, active: !inactive.includes(person.reference) })),
  }));
