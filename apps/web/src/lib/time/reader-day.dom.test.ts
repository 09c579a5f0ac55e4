import { afterEach, beforeEach, expect, it } from 'vitest';
import { chooseFormats } from '../format-choice';
import { dayIn, firstSecondOf, lastSecondOf } from './reader-day';

beforeEach(() => {
  chooseFormats({ timeZone: 'Pacific/Kiritimati' }); // 14 hours before UTC
});
afterEach(() => {
  chooseFormats({});
});

it('a day begins and ends on the clock that the reader has chosen', () => {
  expect(firstSecondOf('2026-11-28')).toBe('2026-11-27T10:00:00.000Z');
  expect(lastSecondOf('2026-11-28')).toBe('2026-11-28T09:59:59.000Z');
});

it('days from now are counted on that clock too', () => {
  const inKiritimati = new Date(Date.now() + (30 * 24 + 14) * 3_600_000).toISOString().slice(0, 10);
  expect(dayIn(30)).toBe(inKiritimati);
});

it('refuses what is no day', () => {
  expect(() => lastSecondOf('soon')).toThrow(RangeError);
});
