import { afterEach, describe, expect, it } from 'vitest';
import { i18n } from '../i18n';
import { durationInWords, timeInWords } from './time-in-words';

const now = Date.parse('2026-03-10T12:00:00Z');
const minutesAgo = (minutes: number) => new Date(now - minutes * 60_000).toISOString();

afterEach(() => i18n.changeLanguage('en'));

describe('timeInWords', () => {
  it.each([
    [null, 'Never', 'never'],
    [minutesAgo(0), 'Just now', 'just now'],
    [minutesAgo(1), '1 minute ago', '1 minute ago'],
    [minutesAgo(8), '8 minutes ago', '8 minutes ago'],
    [minutesAgo(180), '3 hours ago', '3 hours ago'],
    [minutesAgo(2 * 1_440), '2 days ago', '2 days ago'],
  ])('%s is “%s” by itself and “%s” inside a sentence', (instant, alone, inside) => {
    expect(timeInWords(instant, { now })).toBe(alone);
    expect(timeInWords(instant, { now, isInside: true })).toBe(inside);
  });

  it('is lower case inside a German sentence too', async () => {
    await i18n.changeLanguage('de');
    expect(timeInWords(minutesAgo(8), { now })).toBe('Vor 8 Minuten');
    expect(timeInWords(minutesAgo(8), { now, isInside: true })).toBe('vor 8 Minuten');
    expect(timeInWords(minutesAgo(0), { now, isInside: true })).toBe('gerade eben');
  });
});

describe('durationInWords', () => {
  it('formats how long something has lasted', async () => {
    expect(durationInWords(minutesAgo(0), now)).toBe('less than a minute');
    expect(durationInWords(minutesAgo(1), now)).toBe('1 minute');
    expect(durationInWords(minutesAgo(3 * 1_440), now)).toBe('3 days');
    await i18n.changeLanguage('de');
    expect(durationInWords(minutesAgo(8), now)).toBe('8 Minuten');
    expect(durationInWords(minutesAgo(3 * 1_440), now)).toBe('3 Tagen');
  });
});
