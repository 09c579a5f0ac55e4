import { describe, expect, it } from 'vitest';
import { filterGrants } from './filter-grants';
import { aGrant, aReason } from './person.fixture';

const entrance = aGrant({ marking: 'C-014', name: 'Main entrance', location: 'Clinic North', open_now: true });
const archive = aGrant({
  marking: 'C-200',
  name: 'Archive',
  location: 'Town hall',
  open_now: false,
  reasons: [aReason({ rule_name: 'Records office' })],
});
const grants = [entrance, archive];

describe('filterGrants', () => {
  it('returns everything without a filter', () => {
    expect(filterGrants(grants, {})).toEqual(grants);
  });

  it.each(['c-200', 'ARCH', 'town', ' records '])('finds the archive by %s', (door) => {
    expect(filterGrants(grants, { door })).toEqual([archive]);
  });

  it('filters by open now', () => {
    expect(filterGrants(grants, { now: 'open' })).toEqual([entrance]);
    expect(filterGrants(grants, { now: 'open', door: 'archive' })).toEqual([]);
  });
});
