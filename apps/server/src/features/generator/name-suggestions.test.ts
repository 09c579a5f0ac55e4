import { expect, test } from 'vitest';
import { SuggestionNames } from './name-suggestions';

const attribute = (name: 'department' | 'job_title', key: string) => ({
  name,
  values: 1,
  start: new Int32Array(1),
  list: new Int32Array(0),
  keys: [key],
});
const attributes = [attribute('department', 'surgery'), attribute('job_title', 'nurse')];
const values = [['Surgery'], ['Nurse']];

test('a suggestion is named by who and by the closest place of all its doors', () => {
  const places = ['Site / House A / Ward 3', 'Site / House A / Ward 4', 'Site / House B / Ward 3', 'Site / House A'];
  const placeOf = Int32Array.of(0, 0, 1, 2, 3, -1);
  const names = new SuggestionNames({ attributes }, { values, places, placeOf });
  let id = 0;
  const named = (...cylinders: number[]) =>
    names.nameOf({ id: String(id++), conditions: [], cylinders: Int32Array.from(cylinders) });
  expect(named(2)).toBe('Ward 4');
  expect(named(0, 1)).toBe('House A / Ward 3'); // another house has a ward 3
  expect(named(0, 2, 4)).toBe('House A');
  expect(named(2, 3)).toBe('Ward 4, House B / Ward 3'); // the site has all doors
  const conditions = [
    { attribute: 0, value: 0 },
    { attribute: 1, value: 0 },
  ];
  expect(names.nameOf({ id: 'who', conditions, cylinders: Int32Array.of(2) })).toBe('Nurse in Surgery: Ward 4');
});
