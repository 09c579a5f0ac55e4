import { clockIn, dayIn } from '@key2xs/domain';
import type { Language } from '@key2xs/texts';

const dayMs = 86_400_000;
const locales = { en: 'en-GB', de: 'de-DE' } as const;

/** A moment by the clock of a zone, as screens say it: midnight is the end of the day before. */
export function momentWords(at: Date, { zone, language }: { zone: string; language: Language }): string {
  const clock = clockIn(zone, at);
  const isMidnight = clock === '00:00';
  const day = Date.parse(`${dayIn(zone, at)}T00:00:00Z`) - (isMidnight ? dayMs : 0);
  const words = new Intl.DateTimeFormat(locales[language], { dateStyle: 'full', timeZone: 'UTC' }).format(day);
  return `${words}, ${isMidnight ? '24:00' : clock} (${zone})`;
}

/** The day of a moment by the clock of a zone. */
export const dayWords = (at: Date, { zone, language }: { zone: string; language: Language }): string =>
  new Intl.DateTimeFormat(locales[language], { dateStyle: 'full', timeZone: zone }).format(at);
