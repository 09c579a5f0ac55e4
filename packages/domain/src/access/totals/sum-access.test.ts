import fc from 'fast-check';
import { expect, it } from 'vitest';
import { someFacts } from '../../../test/some-access';
import { mayOpen } from '../answers/ask-access';
import { indexAccess } from '../indexing/access-index';
import { sumAccess } from './sum-access';

it('counts the people, the doors and the pairs that single questions find', () => {
  fc.assert(
    fc.property(someFacts, (facts) => {
      const index = indexAccess(facts);
      const pairs = index.people.ids.flatMap((_, person) =>
        index.doors.ids.flatMap((_door, cylinder) =>
          index.doors.facts[cylinder] && mayOpen(index, { person, cylinder }) ? [{ person, cylinder }] : [],
        ),
      );
      expect(sumAccess(index)).toEqual({
        people: new Set(pairs.map(({ person }) => person)).size,
        doors: new Set(pairs.map(({ cylinder }) => cylinder)).size,
        rights: pairs.length,
      });
    }),
  );
});
