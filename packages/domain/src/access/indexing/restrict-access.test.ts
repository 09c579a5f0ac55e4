import fc from 'fast-check';
import { expect, it } from 'vitest';
import { cylinderIds, personIds, someFacts, someInstant } from '../../../test/some-access';
import { evaluateAccess } from '../answers/explain-access';
import { sumAccess } from '../totals/sum-access';
import { indexAccess } from './access-index';
import { hasDoor, restrictAccess } from './restrict-access';

it('answers like an index of these people and doors alone, and does not change the original', () => {
  fc.assert(
    fc.property(
      someFacts,
      fc.subarray(personIds),
      fc.subarray(cylinderIds),
      someInstant,
      (facts, people, doors, instant) => {
        const whole = indexAccess(facts);
        const sum = sumAccess(whole);
        const part = restrictAccess(whole, { people: new Set(people), doors: new Set(doors) });
        const alone = indexAccess({
          ...facts,
          people: facts.people.filter(({ id }) => people.includes(id)),
          cylinders: facts.cylinders.filter(({ id }) => doors.includes(id)),
        });
        expect(sumAccess(part)).toEqual(sumAccess(alone));
        for (const id of personIds) {
          expect(part.people.numberOf.has(id)).toBe(alone.people.numberOf.has(id));
          const at = instant.toISOString();
          const opened = (index: typeof whole) =>
            evaluateAccess(index, id, at).sort((a, b) => (a.cylinder_id < b.cylinder_id ? -1 : 1));
          expect(opened(part)).toEqual(opened(alone));
        }
        expect(cylinderIds.filter((id) => hasDoor(part, id))).toEqual(cylinderIds.filter((id) => hasDoor(alone, id)));
        expect(sumAccess(whole)).toEqual(sum);
      },
    ),
    { numRuns: 30 },
  );
});
