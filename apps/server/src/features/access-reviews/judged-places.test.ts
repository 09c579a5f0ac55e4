import { expect, it } from 'vitest';
import { judgedPlaces } from './judged-places';
import type { Place } from './reviewers';

const place = (parent_id: string | null, facts: Partial<Place> = {}): Place => ({
  ...{ parent_id, path: '', protection_class: 2, owner_id: 'ada', deputy_id: null },
  ...facts,
});

const places = new Map([
  ['floor', place(null)],
  ['ward', place('floor')],
  ['store', place('floor')],
  ['pharmacy', place('floor', { protection_class: 4 })],
  ['archive', place('floor', { owner_id: 'bo' })],
  ['laboratory', place('floor')],
]);
const door = (id: string, location_id: string | null, group_name: string | null = null) => ({
  id,
  location_id,
  group_name,
});
const doors = [
  ...[door('1', 'ward'), door('2', 'store'), door('3', 'pharmacy'), door('4', 'archive')],
  ...[door('5', 'laboratory'), door('6', 'laboratory'), door('7', null, 'Gates'), door('8', null)],
];

it('places with one door are judged together, unless class or owner differ', () => {
  const placeOf = judgedPlaces(new Map(doors.map((one) => [one.id, one])), places);
  expect(doors.map(placeOf)).toEqual([
    ...['floor', 'floor', 'pharmacy', 'archive'],
    ...['laboratory', 'laboratory', 'gGates', '8'],
  ]);
});
