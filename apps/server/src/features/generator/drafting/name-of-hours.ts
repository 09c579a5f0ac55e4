import type { TimeRestriction } from '@key2xs/contract';
import { type Language, windowWords } from '@key2xs/texts';

/** Hours as the end of a name, as `Mon–Fri 07:00–19:00`; empty for always. Dates are left out. */
export function nameOfHours(
  windows: readonly Pick<TimeRestriction, 'days' | 'from' | 'to'>[],
  language: Language,
): string {
  const words = windowWords[language];
  return windows
    .map(({ days, from, to }) => `${daysInWords(days, words)} ${from === to ? words.allDay : `${from}–${to}`}`)
    .join(` ${words.and} `);
}

/** Days in a row from the first to the last, others one by one. */
function daysInWords(days: readonly number[], { days: names, everyDay }: (typeof windowWords)[Language]): string {
  const sorted = days.toSorted((a, b) => a - b);
  const [first = 1, last = 1] = [sorted[0], sorted.at(-1)];
  if (sorted.length === 7) return everyDay;
  const nameOf = (day: number) => names[day - 1] ?? '';
  if (sorted.length > 2 && last - first === sorted.length - 1) return `${nameOf(first)}–${nameOf(last)}`;
  return sorted.map(nameOf).join(', ');
}
