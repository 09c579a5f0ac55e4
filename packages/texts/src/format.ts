import type { Language } from './areas';

/** How numbers and dates are written in a language. */
const locales = { en: 'en-GB', de: 'de-DE' } as const satisfies Record<Language, string>;

const nothing = '–';
const day = { day: 'numeric', month: 'short', year: 'numeric' } as const;

type Formats = {
  /** 32,812 */
  number: (value: number) => string;
  /** A moment in the reader's time zone: 3 Mar 2026, 06:02. Null is a dash. */
  instant: (instant: string | null | undefined) => string;
  /** The day of a moment in the reader's time zone: 3 Mar 2026. Null is a dash. */
  date: (instant: string | null | undefined) => string;
  /** Hours and minutes of a moment in the reader's time zone: 06:02. */
  time: (instant: string) => string;
  /** A day that is the same everywhere: 3 Mar 2026. */
  calendarDay: (instant: string) => string;
};

function createFormats(language: Language): Formats {
  const locale = locales[language];
  const numbers = new Intl.NumberFormat(locale);
  const times = new Intl.DateTimeFormat(locale, { hour: '2-digit', minute: '2-digit' });
  const instants = new Intl.DateTimeFormat(locale, { ...day, hour: '2-digit', minute: '2-digit' });
  const dates = new Intl.DateTimeFormat(locale, day);
  const days = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' });
  return {
    number: (value) => numbers.format(value),
    instant: (instant) => (instant ? instants.format(new Date(instant)) : nothing),
    time: (instant) => times.format(new Date(instant)),
    date: (instant) => (instant ? dates.format(new Date(instant)) : nothing),
    calendarDay: (instant) => days.format(new Date(instant)),
  };
}

const made = new Map<Language, Formats>();

/** Making a formatter costs far more than using it, so each language has one set. */
export function formatsOf(language: Language): Formats {
  const formats = made.get(language) ?? createFormats(language);
  made.set(language, formats);
  return formats;
}
