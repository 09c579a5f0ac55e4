import { expect, it } from 'vitest';
import { parseTypedTime, showTypedTime, type TimeKind } from './parse-typed-time';

it.for<[kind: TimeKind, text: string, value: string | undefined]>([
  ['day', '2026-03-31', '2026-03-31'],
  ['day', '31.3.2026', '2026-03-31'],
  ['day', '31.02.2026', undefined],
  ['day', '03/04/2026', undefined],
  ['day', ' ', ''],
  ['time', '17:30', '17:30'],
  ['time', '8.05', '08:05'],
  ['time', '1730', '17:30'],
  ['time', '17', undefined],
  ['time', '24:00', undefined],
  ['time', '5:30 PM', undefined],
  ['end', '24:00', '24:00'],
  ['moment', '2026-03-31T17:30', '2026-03-31T17:30'],
  ['moment', '31.03.2026 17:30', '2026-03-31T17:30'],
  ['moment', '2026-03-31', undefined],
])('%s “%s” is read as %s while it is typed', ([kind, text, value]) => {
  expect(parseTypedTime(kind, text, false)).toBe(value);
});

it('completes abbreviated input', () => {
  expect(parseTypedTime('time', '8', true)).toBe('08:00');
  expect(parseTypedTime('moment', '31.3.2026', true)).toBe('2026-03-31T00:00');
  expect(parseTypedTime('moment', '31.3.2026 17', true)).toBe('2026-03-31T17:00');
  expect(parseTypedTime('day', '31.3.', true)).toBeUndefined();
});

it('is shown day first in German', () => {
  expect(showTypedTime('moment', '2026-03-31T17:30', 'de')).toBe('31.03.2026 17:30');
  expect(showTypedTime('day', '2026-03-31', 'en')).toBe('2026-03-31');
});
