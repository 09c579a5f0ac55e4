import { describe, expect, it } from 'vitest';
import { describeWindows } from '#lib/time/describe-windows';
import { parseHours } from './parse-hours';

/** The parsed windows in words. */
const describedAs = (text: string) => {
  const windows = parseHours(text);
  return windows && describeWindows(windows);
};

describe('parseHours', () => {
  it.each([
    ['Mo–Fr 06:00–22:00', 'Mon–Fri 06:00–22:00'],
    ['Mon-Fri 6-22', 'Mon–Fri 06:00–22:00'],
    ['Mo – Fr 7:30 – 16', 'Mon–Fri 07:30–16:00'],
    ['Mo bis Fr 7.30 bis 16 Uhr', 'Mon–Fri 07:30–16:00'],
    ['weekdays 6am-10pm', 'Mon–Fri 06:00–22:00'],
    ['werktags 7–19 Uhr', 'Mon–Fri 07:00–19:00'],
    ['täglich 22-6', 'Every day 22:00–06:00 (next day)'],
    ['22:00–06:00', 'Every day 22:00–06:00 (next day)'],
    ['Sa, So', 'Sat, Sun all day'],
    ['am Wochenende 10–14', 'Sat, Sun 10:00–14:00'],
    ['Fri-Mon 18-24', 'Mon, Fri–Sun 18:00–24:00'],
    ['Di und Do 8-12', 'Tue, Thu 08:00–12:00'],
    ['Mo–Fr 06:00–22:00; Sa 8–12', 'Mon–Fri 06:00–22:00 and Sat 08:00–12:00'],
    ['Mon 8-12, Tue 9-17 and Wed 8–12', 'Mon 08:00–12:00 and Tue 09:00–17:00 and Wed 08:00–12:00'],
    ['Mo 8-12 oder Mo 14–18', 'Mon 08:00–12:00 and Mon 14:00–18:00'],
    ['Sun all day', 'Sun all day'],
    ['Samstags ganztägig', 'Sat all day'],
    ['Mon 20-0', 'Mon 20:00–24:00'],
    ['always', 'Always'],
    ['jederzeit', 'Always'],
  ])('parses %j', (text, words) => {
    expect(describedAs(text)).toBe(words);
  });

  it.each([
    '',
    'sometimes',
    'Mo-Fr',
    'Mon 25-26',
    'Mon 8:75-9',
    'Mon 13pm-14pm',
    'Mon 8',
    'Xyz 8-12',
    '-',
    '–8',
  ])('does not guess at %j', (text) => {
    const isDays = text === 'Mo-Fr';
    expect(parseHours(text)).toEqual(isDays ? [{ days: [1, 2, 3, 4, 5], from: '00:00', to: '24:00' }] : undefined);
  });
});
