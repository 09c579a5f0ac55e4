import { describe, expect, it } from 'vitest';
import { widensProfile } from './widens-profile';

describe('widensProfile', () => {
  it.each([
    ['a new cylinder', { cylinders: ['C-1'] }, { cylinders: ['C-1', 'C-2'] }, true],
    ['another cylinder instead', { cylinders: ['C-1'] }, { cylinders: ['C-2'] }, true],
    ['a cylinder less', { cylinders: ['C-1', 'C-2'] }, { cylinders: ['C-2'] }, false],
    ['a new group', { cylinder_groups: [] }, { cylinder_groups: ['G-1'] }, true],
    [
      'no doors at all',
      { cylinders: ['C-1'], cylinder_groups: ['G-1'] },
      { cylinders: [], cylinder_groups: [] },
      false,
    ],
    ['other hours', { schedule: [] }, { schedule: [{ days: [1], from: '08:00', to: '18:00' }] }, true],
    ['another name', { name: 'Old' }, { name: 'New' }, false],
  ])('%s', (_, before, after, expected) => {
    expect(widensProfile({ before, after })).toBe(expected);
  });

  it('is false for a new profile: it has no members', () => {
    expect(widensProfile({ before: null, after: { cylinders: ['C-1'] } })).toBe(false);
  });
});
