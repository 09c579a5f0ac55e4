import fc from 'fast-check';
import { expect, it } from 'vitest';
import { aLargeHouse } from '../../../test/large-house';
import { someFacts, someInstant } from '../../../test/some-access';
import { runToEnd } from '../../run-to-end';
import { withinDates } from '../hours/within-dates';
import { type AccessIndex, indexAccess, putRule } from '../indexing/access-index';
import {
  dropCylinder,
  dropLocation,
  dropPerson,
  dropPlan,
  dropProfile,
  putCylinder,
  putLocation,
  putPerson,
  putPlan,
  putProfile,
} from '../indexing/patch-access';
import { sumOf, tallying, updateTally } from './access-tally';
import { sumAccess } from './sum-access';

const tallyOf = (index: AccessIndex) => runToEnd(tallying(index));

/** The difference between two sets of facts, as patches that may be applied in any order. */
function patchesTo(from: Facts, to: Facts): ((index: AccessIndex) => void)[] {
  const gone = (kind: keyof Facts, drop: (index: AccessIndex, id: string) => void) => {
    const left = new Set([...to[kind]].map(({ id }) => id));
    return [...from[kind]].flatMap(({ id }) => (left.has(id) ? [] : [(index: AccessIndex) => drop(index, id)]));
  };
  return [
    ...gone('people', dropPerson),
    ...gone('cylinders', dropCylinder),
    ...gone('locations', dropLocation),
    ...gone('profiles', dropProfile),
    ...gone('plans', dropPlan),
    ...[...to.plans].map((plan) => (index: AccessIndex) => putPlan(index, plan)),
    ...[...to.profiles].map((one) => (index: AccessIndex) => putProfile(index, one)),
    ...[...to.rules].map((rule) => (index: AccessIndex) => putRule(index, rule)),
    ...[...to.people].map((person) => (index: AccessIndex) => putPerson(index, person)),
    ...[...to.locations].map((place) => (index: AccessIndex) => putLocation(index, place)),
    ...[...to.cylinders].map((one) => (index: AccessIndex) => putCylinder(index, one)),
  ];
}
type Facts = Parameters<typeof indexAccess>[0];

it('equals the sums of a rebuilt index after every patch and at every moment', () => {
  fc.assert(
    fc.property(someFacts, someFacts, fc.array(someInstant, { minLength: 1, maxLength: 3 }), (from, to, moments) => {
      const index = indexAccess(from);
      const tally = tallyOf(index);
      expect(sumOf(tally)).toEqual(sumAccess(index));
      for (const patch of patchesTo(from, to)) {
        patch(index);
        for (const moment of moments) {
          const now = withinDates(index, moment.getTime());
          expect(updateTally(tally, now)).toBe(true);
          expect(sumOf(tally)).toEqual(sumAccess(now));
        }
      }
    }),
  );
});

it('is not affected by patches while it is built', () => {
  fc.assert(
    fc.property(someFacts, someFacts, (from, to) => {
      const index = indexAccess(from);
      const before = sumAccess(index);
      const work = tallying(index);
      const first = work.next();
      for (const patch of patchesTo(from, to)) patch(index);
      const tally = first.done ? first.value : runToEnd(work);
      expect(sumOf(tally)).toEqual(before);
      expect(updateTally(tally, index)).toBe(true);
      expect(sumOf(tally)).toEqual(sumAccess(index));
    }),
  );
});

it('must be rebuilt after very many changes, or if the rules outgrow it', () => {
  const facts = aLargeHouse(3_000);
  const index = indexAccess(facts);
  const tally = tallyOf(index);
  for (const person of facts.people) putPerson(index, { ...person, active: false });
  expect(updateTally(tally, index)).toBe(false);
  expect(sumOf(tallyOf(index))).toEqual({ people: 0, doors: 0, rights: 0 });
  const [rule] = facts.rules;
  const small = tallyOf(index);
  if (rule) for (let i = 0; i < 100; i++) putRule(index, { ...rule, id: `new${i}` });
  expect(updateTally(small, index)).toBe(false);
});
