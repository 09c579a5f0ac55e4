import { expect, it } from 'vitest';
import { eventsSearch } from './events-search';
import { filterOf } from './filter-of';

const now = Date.parse('2026-11-27T10:42:00Z');

it('makes a period begin at a full hour, and takes own moments only where they are chosen', () => {
  const own = { from: '2026-11-01T00:00:00Z', before: '2026-11-02T00:00:00Z' };
  expect(filterOf(eventsSearch.parse(own), now)).toMatchObject({ from: '2026-11-20T10:00:00.000Z', before: null });
  expect(filterOf(eventsSearch.parse({ ...own, period: 'own' }), now)).toMatchObject(own);
  expect(filterOf(eventsSearch.parse({ period: 'all' }), now)).toMatchObject({ from: null, before: null });
});
