import { describe, expect, it, onTestFinished } from 'vitest';
import { chooseLanguage } from '../i18n';
import { describeDays, describeWindows } from './describe-windows';

const hours = { from: '07:00', to: '19:00', valid_from: null, valid_until: null };
const weekdays = { ...hours, days: [1, 2, 3, 4, 5] };

describe('describeWindows', () => {
  it('says always when there is no window', () => {
    expect(describeWindows([])).toBe('Always');
  });

  it('says always for every day, the whole day', () => {
    expect(describeWindows([{ ...weekdays, days: [7, 6, 5, 4, 3, 2, 1], from: '00:00', to: '24:00' }])).toBe('Always');
  });

  it('shortens days in a row', () => {
    expect(describeWindows([weekdays])).toBe('Mon–Fri 07:00–19:00');
  });

  it('joins alternatives with or', () => {
    const saturday = { ...hours, days: [6], from: '08:00', to: '12:00' };
    expect(describeWindows([weekdays, saturday])).toBe('Mon–Fri 07:00–19:00 and Sat 08:00–12:00');
  });

  it('marks a window that ends on the next day', () => {
    expect(describeWindows([{ ...weekdays, from: '22:00', to: '06:00' }])).toBe('Mon–Fri 22:00–06:00 (next day)');
  });

  it('reads equal times as the whole day', () => {
    expect(describeWindows([{ ...weekdays, days: [7], from: '06:00', to: '06:00' }])).toBe('Sun all day');
  });

  it('names the dates between which a window holds', () => {
    const limited = { ...weekdays, valid_from: '2026-03-01T00:00:00Z', valid_until: '2026-06-30T22:00:00Z' };
    expect(describeWindows([limited])).toBe('Mon–Fri 07:00–19:00 from 1 Mar 2026 until 30 Jun 2026');
  });
});

describe('in German', () => {
  it('uses German days, dates and conjunctions', async () => {
    await chooseLanguage('de');
    onTestFinished(() => chooseLanguage('en'));
    const night = { ...weekdays, from: '22:00', to: '06:00', valid_from: '2026-03-01T00:00:00Z' };
    expect(describeWindows([night, weekdays])).toBe('Mo–Fr 22:00–06:00 (Folgetag) ab 01.03.2026 und Mo–Fr 07:00–19:00');
  });
});

describe('describeDays', () => {
  it('lists single days and pairs', () => {
    expect(describeDays([7, 1, 2, 4])).toBe('Mon, Tue, Thu, Sun');
  });

  it('names all seven as every day', () => {
    expect(describeDays([1, 2, 3, 4, 5, 6, 7])).toBe('Every day');
  });
});
