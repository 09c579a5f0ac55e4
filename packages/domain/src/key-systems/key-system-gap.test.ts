import fc from 'fast-check';
import { expect, it } from 'vitest';
import { references, someDesired, someRecorded } from '../../test/some-key-systems';
import { runToEnd } from '../run-to-end';
import { type GapTotals, measuringGap, putPersonSides } from './key-system-gap';
import type { DesiredKeySystem, KnownLookup, Members, RecordedKeySystem } from './key-system-state';
import { measureKeySystem } from './measure-key-system';
import { planKeySystem } from './plan-key-system';

const doors = new Map([
  ['1', null],
  ['2', 'G'],
  ['3', 'G'],
]);
const someReferences = fc.subarray(references).map((some) => new Set(some));
const someKnown: fc.Arbitrary<KnownLookup> = fc.record({ persons: someReferences, profiles: someReferences });

type Sides = { desired: DesiredKeySystem; recorded: RecordedKeySystem; known: KnownLookup };

function expected(sides: Sides): GapTotals {
  const effect = runToEnd(measureKeySystem(sides, doors));
  const { peopleGaining, peopleLosing, peopleAtOtherHours, rightsGained, rightsLost } = effect;
  const writes = [...planKeySystem(sides.desired, sides.recorded, sides.known)].length;
  return { writes, peopleGaining, peopleLosing, peopleAtOtherHours, rightsGained, rightsLost };
}

const profilesOf = (members: Members, person: string) =>
  [...members].flatMap(([profile, persons]) => (persons.has(person) ? [profile] : []));

it('counts the writes of a sync, and their effect on people and doors', () => {
  fc.assert(
    fc.property(someRecorded, someDesired, someKnown, (recorded, desired, known) => {
      const sides = { desired, recorded, known };
      expect(runToEnd(measuringGap(sides, doors)).totals).toEqual(expected(sides));
    }),
    { numRuns: 2_000 },
  );
});

it('can be updated person by person while the profiles stay', () => {
  fc.assert(
    fc.property(
      fc.tuple(someRecorded, someDesired, someKnown),
      fc.tuple(someRecorded, someDesired, someKnown),
      ([recorded, desired, known], [laterRecorded, laterDesired, laterKnown]) => {
        const gap = runToEnd(measuringGap({ recorded, desired, known }, doors));
        const wanted = new Set(desired.profiles.map(({ reference }) => reference));
        const members = new Map([...laterDesired.members].filter(([profile]) => wanted.has(profile)));
        const later: Sides = {
          desired: { profiles: desired.profiles, persons: laterDesired.persons, members },
          recorded: { ...laterRecorded, profiles: recorded.profiles },
          known: { persons: laterKnown.persons, profiles: known.profiles },
        };
        for (const reference of references) {
          putPersonSides(gap, {
            reference,
            desired: later.desired.persons.find((one) => one.reference === reference),
            recorded: later.recorded.persons.find((one) => one.reference === reference),
            isKnown: later.known.persons.has(reference),
            wanted: profilesOf(later.desired.members, reference),
            held: profilesOf(later.recorded.members, reference),
          });
        }
        expect(gap.totals).toEqual(expected(later));
      },
    ),
    { numRuns: 2_000 },
  );
});
