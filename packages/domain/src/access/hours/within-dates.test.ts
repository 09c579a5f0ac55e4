import fc from 'fast-check';
import { expect, it } from 'vitest';
import { someFacts, someInstant } from '../../../test/some-access';
import { indexAccess } from '../indexing/access-index';
import { sumAccess } from '../totals/sum-access';
import { notEnded, withinDates } from './within-dates';

it('leaves out rules whose windows are past or future', () => {
  fc.assert(
    fc.property(someFacts, someInstant, (facts, at) => {
      const moment = at.getTime();
      const counts = ({ valid_from, valid_until }: { valid_from: string | null; valid_until: string | null }) =>
        (valid_from === null || Date.parse(valid_from) <= moment) &&
        (valid_until === null || moment < Date.parse(valid_until));
      const rules = [...facts.rules].filter(
        ({ time_restrictions: windows }) => windows.length === 0 || windows.some(counts),
      );
      const index = indexAccess(facts);
      const before = sumAccess(index);
      expect(sumAccess(withinDates(index, moment))).toEqual(sumAccess(indexAccess({ ...facts, rules })));
      expect(sumAccess(index)).toEqual(before);
    }),
  );
});

it('keeps rules whose windows begin later, and none that has ended', () => {
  fc.assert(
    fc.property(someFacts, someInstant, (facts, at) => {
      const moment = at.getTime();
      const rules = [...facts.rules].filter(
        ({ time_restrictions: windows }) =>
          windows.length === 0 ||
          windows.some(({ valid_until }) => valid_until === null || moment < Date.parse(valid_until)),
      );
      expect(sumAccess(notEnded(indexAccess(facts), moment))).toEqual(sumAccess(indexAccess({ ...facts, rules })));
    }),
  );
});
