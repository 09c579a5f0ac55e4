import type { TimeRestriction } from '@key2xs/contract';
import { windowWords } from '@key2xs/texts';
import { formatCalendarDay } from '../format';
import { readerZone } from '../format-choice';
import { currentLanguage } from '../i18n';
import { dayOf } from './wall-clock';

export const wordsOfWindows = () => windowWords[currentLanguage()];

type Window = Omit<TimeRestriction, 'valid_from' | 'valid_until'> & Partial<TimeRestriction>;

/**
 * Weekly windows in words: `Always`, `Mon–Fri 07:00–19:00 and Sat 08:00–12:00`. No windows mean always. Times are
 * wall-clock times; a window that ends on the next day says so. `valid_from` and `valid_until` are the first and the
 * last day in the reader's time zone.
 */
export function describeWindows(windows: readonly Window[]): string {
  if (windows.length === 0) return wordsOfWindows().always;
  return windows.map(describeWindow).join(` ${wordsOfWindows().and} `);
}

function describeWindow(window: Window): string {
  const limits = describeLimits(window);
  const isAlways = isWholeDay(window) && new Set(window.days).size === 7;
  if (isAlways) return [wordsOfWindows().always, ...limits].join(' ');
  return [describeDays(window.days), describeHours(window), ...limits].join(' ');
}

const isWholeDay = ({ from, to }: Window) => from === to || (from === '00:00' && to === '24:00');

function describeHours(window: Window): string {
  if (isWholeDay(window)) return wordsOfWindows().allDay;
  const hours = `${window.from}–${window.to}`;
  return window.to < window.from ? `${hours} ${wordsOfWindows().nextDay}` : hours;
}

/** ISO weekdays as runs: three or more in a row become `Mon–Wed`, shorter runs are listed. */
export function describeDays(days: readonly number[]): string {
  const sorted = [...new Set(days)].sort((a, b) => a - b);
  if (sorted.length === 7) return wordsOfWindows().everyDay;
  return runsOf(sorted).map(describeRun).join(', ');
}

function runsOf(sorted: readonly number[]): number[][] {
  const runs: number[][] = [];
  for (const day of sorted) {
    const run = runs.at(-1);
    if (run?.at(-1) === day - 1) run.push(day);
    else runs.push([day]);
  }
  return runs;
}

function describeRun(run: readonly number[]): string {
  const names = run.map((day) => wordsOfWindows().days[day - 1] ?? '');
  return names.length > 2 ? `${names[0]}–${names.at(-1)}` : names.join(', ');
}

function describeLimits({ valid_from, valid_until }: Window): string[] {
  const describeDate = (text: string, epochMs: number) =>
    text.replace('{{date}}', formatCalendarDay(localDay(epochMs)));
  return [
    ...(valid_from ? [describeDate(wordsOfWindows().from, Date.parse(valid_from))] : []),
    ...(valid_until ? [describeDate(wordsOfWindows().until, Date.parse(valid_until) - 1)] : []),
  ];
}

/** The reader's calendar day of a moment, as an instant for `formatCalendarDay`. */
const localDay = (epochMs: number): string => `${dayOf(new Date(epochMs).toISOString(), readerZone())}T00:00:00.000Z`;
