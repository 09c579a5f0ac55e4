import { expect, it } from 'vitest';
import { foldText } from '../../fold-text';
import { nearestSpelling } from './nearest-spelling';

const among = (...values: [value: string, people: number][]) =>
  values.map(([value, people]) => ({ value, folded: foldText(value), people }));

it('is the value with the fewest slips, of equal ones that of most people', () => {
  const titles = among(['Staff Nurse', 3], ['Staff Nurses', 1], ['Staff Purse', 9], ['Porter', 2]);
  expect(nearestSpelling('Staf Nurse', titles)).toBe('Staff Nurse');
  expect(nearestSpelling('Staff Murse', titles)).toBe('Staff Purse');
  expect(nearestSpelling('PROTER', titles)).toBe('Porter');
});

it('is none for another word, nor for one that is too short', () => {
  const departments = among(['IT', 5], ['Surgery', 5], ['Night shift', 5]);
  expect(nearestSpelling('ID', departments)).toBeUndefined();
  expect(nearestSpelling('Nursery', departments)).toBeUndefined();
  expect(nearestSpelling('', departments)).toBeUndefined();
});

it('is none with another number: ward 2 is no slip for ward 1', () => {
  expect(nearestSpelling('Ward 1', among(['Ward 2', 9]))).toBeUndefined();
  expect(nearestSpelling('Wrad 1', among(['Ward 2', 9], ['Ward 1', 1]))).toBe('Ward 1');
});

it('ignores case, width and space', () => {
  expect(nearestSpelling('ｎｉｇｈｔ  SHFIT', among(['Night Shift', 1]))).toBe('Night Shift');
});
