import { describe, expect, it } from 'vitest';
import { TimeZone } from './time-zone';

describe('TimeZone', () => {
  it.each([
    'UTC',
    'Etc/UTC',
    'Europe/Berlin',
    'Europe/Kyiv',
    'Asia/Kolkata',
    'Asia/Calcutta',
    'Asia/Ho_Chi_Minh',
    'America/Argentina/Buenos_Aires',
    'America/Port-au-Prince',
    'Etc/GMT+5',
  ])('keeps %s as it is', (zone) => {
    expect(TimeZone.parse(zone)).toBe(zone);
  });

  it('knows the ordinary case of a name', () => {
    expect(TimeZone.parse('europe/BERLIN')).toBe('Europe/Berlin');
  });

  it.each([
    '',
    'Mars/Olympus',
    '+02:00',
    '-0530',
    'Europe/Berlin\0',
    ' UTC',
    'x'.repeat(1_000),
  ])('refuses %j', (zone) => {
    expect(TimeZone.safeParse(zone).error?.issues.map(({ message }) => message)).toEqual([
      'Not a known IANA time zone',
    ]);
  });
});
