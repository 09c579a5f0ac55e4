import { describe, expect, it } from 'vitest';
import {
  barsBetween,
  barsOf,
  mergeBars,
  moveBar,
  segmentsOf,
  stretchEnd,
  stretchStart,
  type WeekBar,
  windowsOf,
} from './week-windows';

const forGood = { valid_from: null, valid_until: null };
const aBar = (day: number, start: number, minutes: number): WeekBar => ({
  day,
  start: start * 60,
  minutes: minutes * 60,
  ...forGood,
});
const weekdays = { days: [1, 2, 3, 4, 5], from: '07:00', to: '19:00', ...forGood };
const nights = { days: [5], from: '22:00', to: '06:00', ...forGood };

describe('windows as bars', () => {
  it.each([
    ['weekdays', [weekdays]],
    ['over midnight', [nights]],
    ['a whole day', [{ ...weekdays, days: [6, 7], from: '00:00', to: '24:00' }]],
    ['several', [weekdays, { ...nights, days: [7] }]],
  ])('round trip: %s', (_, windows) => {
    expect(windowsOf(barsOf(windows))).toEqual(windows);
  });

  it('reads equal hours as the whole named day', () => {
    expect(barsOf([{ ...weekdays, days: [3], from: '06:00', to: '06:00' }])).toEqual([aBar(3, 0, 24)]);
  });

  it('separates windows with other dates', () => {
    const limited = { ...weekdays, valid_until: '2026-06-30T22:00:00Z' };
    expect(windowsOf(barsOf([weekdays, limited]))).toEqual([weekdays, limited]);
  });

  it('draws windows past midnight on both days, Sunday night on Monday too', () => {
    expect(segmentsOf(aBar(7, 22, 8))).toEqual([
      { day: 7, from: 1_320, to: 1_440 },
      { day: 1, from: 0, to: 360 },
    ]);
  });
});

describe('a bar', () => {
  it('moves past midnight into the next day, and past Sunday into Monday', () => {
    expect(moveBar(aBar(2, 23, 2), { minutes: 120 })).toEqual(aBar(3, 1, 2));
    expect(moveBar(aBar(7, 8, 2), { days: 1 })).toEqual(aBar(1, 8, 2));
    expect(moveBar(aBar(1, 0, 2), { minutes: -15 })).toEqual({ ...aBar(7, 23, 2), start: 1_425 });
  });

  it('of a whole day moves by days only: no window runs from noon to noon', () => {
    expect(moveBar(aBar(1, 0, 24), { minutes: 60 })).toEqual(aBar(1, 0, 24));
  });

  it('can be extended past midnight, but never to its own start', () => {
    expect(stretchEnd(aBar(1, 22, 1), 7 * 60)).toEqual(aBar(1, 22, 8));
    expect(stretchEnd(aBar(1, 22, 1), 99 * 60).minutes).toBe(1_425);
    expect(stretchEnd(aBar(1, 0, 1), 99 * 60).minutes).toBe(1_440);
    expect(stretchEnd(aBar(1, 8, 1), -600).minutes).toBe(15);
  });

  it('can start earlier, within its day, or later, before its end', () => {
    expect(stretchStart(aBar(1, 8, 4), -120)).toEqual(aBar(1, 6, 6));
    expect(stretchStart(aBar(1, 8, 4), -9_999)).toEqual(aBar(1, 0, 12));
    expect(stretchStart(aBar(1, 8, 4), 9_999)).toEqual({ ...aBar(1, 8, 4), start: 705, minutes: 15 });
    expect(stretchStart(aBar(1, 22, 8), -9_999)).toEqual({ ...aBar(1, 0, 0), start: 375, minutes: 1_425 });
  });
});

describe('a stroke', () => {
  it('paints the same hours on all days it crosses, in any direction', () => {
    const bars = barsBetween({ day: 5, minute: 1_320 }, { day: 1, minute: 360 }, forGood);
    expect(windowsOf(bars)).toEqual([{ ...weekdays, from: '06:00', to: '22:00' }]);
  });

  it('merges bars that overlap or touch, also over midnight and the end of the week', () => {
    expect(mergeBars([aBar(1, 8, 4), aBar(1, 12, 2), aBar(2, 8, 1)])).toEqual([aBar(1, 8, 6), aBar(2, 8, 1)]);
    expect(mergeBars([aBar(1, 20, 4), aBar(2, 0, 6)])).toEqual([aBar(1, 20, 10)]);
    expect(mergeBars([aBar(7, 20, 4), aBar(1, 0, 6)])).toEqual([aBar(7, 20, 10)]);
  });

  it('splits a day or more at midnight, so that the whole week is seven whole days', () => {
    const all = barsBetween({ day: 1, minute: 0 }, { day: 7, minute: 1_440 }, forGood);
    expect(windowsOf(mergeBars(all))).toEqual([
      { days: [1, 2, 3, 4, 5, 6, 7], from: '00:00', to: '24:00', ...forGood },
    ]);
    expect(mergeBars([aBar(5, 20, 4), aBar(6, 0, 24)])).toEqual([aBar(5, 20, 4), aBar(6, 0, 24)]);
  });
});
