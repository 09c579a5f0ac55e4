import type { LocationType } from '@key2xs/contract';
import { describe, expect, it } from 'vitest';
import { listDoubleNames, listWithoutOwner } from './review-tree';

const place = (path: string, type: LocationType, owner?: string, own_cylinders = 0) => ({
  id: path,
  parent_id: path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : null,
  name: path.slice(path.lastIndexOf('/') + 1),
  type,
  owner_person_id: owner ?? null,
  own_cylinders,
});
const ids = (places: { id: string }[]) => places.map(({ id }) => id);

describe('listDoubleNames', () => {
  it('finds buildings of one name anywhere and neighbours that look alike, and leaves ground floors alone', () => {
    const places = [
      place('N', 'site'),
      place('N/Hall', 'building'),
      place('N/Hall/Ground floor', 'floor'),
      place('N/Hall/Ground-floor', 'floor'),
      place('S', 'site'),
      place('S/HALL', 'building'),
      place('S/HALL/Ground floor', 'floor'),
      place('S/Mill', 'building'),
    ];
    expect(ids(listDoubleNames(places))).toEqual(['N/Hall', 'N/Hall/Ground floor', 'N/Hall/Ground-floor', 'S/HALL']);
  });
});

describe('listWithoutOwner', () => {
  it('lists the topmost places without an owner', () => {
    const places = [
      place('N', 'site'),
      place('N/Hall', 'building', 'Ada'),
      place('N/Hall/1', 'floor'),
      place('N/Mill', 'building'),
      place('N/Mill/1', 'floor'),
      place('S', 'site'),
      place('S/Barn', 'building'),
    ];
    expect(ids(listWithoutOwner(places))).toEqual(['N/Mill', 'S']);
  });

  it('lists a place with owners below if it has cylinders itself', () => {
    expect(ids(listWithoutOwner([place('N', 'site', undefined, 2), place('N/Hall', 'building', 'Ada')]))).toEqual([
      'N',
    ]);
  });
});
