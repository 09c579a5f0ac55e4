/** `end` is a time that may also be 24:00; `moment` is a day with a time. */
export type TimeKind = 'day' | 'time' | 'end' | 'moment';

/**
 * Reads a day as `2026-03-31` or `31.3.2026`, a 24-hour time as `17:30`, `17.30` or `1730`, and a moment as both.
 * Once the field lost the focus (`isDone`), `8` is 08:00, and a day alone begins at 00:00.
 * @returns as `YYYY-MM-DD`, `HH:MM` or `YYYY-MM-DDTHH:MM`; empty for empty input; undefined for invalid input
 */
export function parseTypedTime(kind: TimeKind, text: string, isDone: boolean): string | undefined {
  const typed = text.trim();
  if (typed === '') return '';
  if (kind === 'day') return parseDay(typed);
  if (kind !== 'moment') return parseClock(typed, isDone, kind === 'end');
  const [first = '', time, ...more] = typed.split(/[T\s,]+/u);
  const day = parseDay(first);
  const clock = time === undefined ? (isDone ? '00:00' : undefined) : parseClock(time, isDone, false);
  return day && clock && more.length === 0 ? `${day}T${clock}` : undefined;
}

/** In the reader's usual format: German puts the day first. */
export function showTypedTime(kind: TimeKind, value: string, language: string): string {
  if (kind === 'time' || kind === 'end' || value === '') return value;
  const [day = '', clock] = value.split('T');
  const shown = language.startsWith('de') ? day.split('-').toReversed().join('.') : day;
  return clock === undefined ? shown : `${shown} ${clock}`;
}

function parseDay(text: string): string | undefined {
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/u.exec(text);
  const german = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/u.exec(text);
  const [year, month, day] = iso ? iso.slice(1) : (german?.slice(1).toReversed() ?? []);
  if (!year || !month || !day) return undefined;
  const written = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const at = new Date(`${written}T00:00:00Z`);
  // Date would turn 31 February into a day in March.
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(written) ? written : undefined;
}

function parseClock(text: string, isDone: boolean, isEnd: boolean): string | undefined {
  const full = /^(\d{1,2})[:.](\d{2})$/u.exec(text) ?? /^(\d{2})(\d{2})$/u.exec(text);
  const hour = isDone ? /^(\d{1,2})$/u.exec(text) : null;
  const [, hours, minutes = '00'] = full ?? hour ?? [];
  if (!hours) return undefined;
  if (isEnd && Number(hours) === 24 && minutes === '00') return '24:00';
  return Number(hours) < 24 && Number(minutes) < 60 ? `${hours.padStart(2, '0')}:${minutes}` : undefined;
}
