import type { Language } from './areas';

/** How numbers and dates are written in a language. */
const locales = { en: 'en-GB', de: 'de-DE' } as const satisfies Record<Language, string>;

/** Whose way of writing numbers a reader has chosen in place of that of the language. */
const numberLocales = { comma: 'en-GB', point: 'de-DE', space: 'fr-FR' } as const;

/** What a reader has chosen; null and absent: as the language and the device have it. */
export type FormatChoice = {
  dates?: 'words' | 'numbers' | 'iso' | null;
  numbers?: keyof typeof numberLocales | null;
  timeZone?: string | null;
};

const nothing = '–';
const inWords = { day: 'numeric', month: 'short', year: 'numeric' } as const;
const inNumbers = { day: '2-digit', month: '2-digit', year: 'numeric' } as const;

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

function createFormats(language: Language, choice: FormatChoice): Formats {
  const locale = locales[language];
  const zone = choice.timeZone ? { timeZone: choice.timeZone } : {};
  const clock = { hour: '2-digit', minute: '2-digit', ...zone } as const;
  // Swedes write the year first.
  const dateLocale = choice.dates === 'iso' ? 'sv-SE' : locale;
  const day = choice.dates === 'iso' || choice.dates === 'numbers' ? inNumbers : inWords;
  const numbers = new Intl.NumberFormat(choice.numbers ? numberLocales[choice.numbers] : locale);
  const times = new Intl.DateTimeFormat(locale, clock);
  const instants = new Intl.DateTimeFormat(dateLocale, { ...day, ...clock });
  const dates = new Intl.DateTimeFormat(dateLocale, { ...day, ...zone });
  const days = new Intl.DateTimeFormat(dateLocale, {
    ...(choice.dates ? day : { dateStyle: 'medium' }),
    timeZone: 'UTC',
  });
  return {
    number: (value) => numbers.format(value),
    instant: (instant) => (instant ? instants.format(new Date(instant)) : nothing),
    time: (instant) => times.format(new Date(instant)),
    date: (instant) => (instant ? dates.format(new Date(instant)) : nothing),
    calendarDay: (instant) => days.format(new Date(instant)),
  };
}

const made = new Map<string, Formats>();

/** Making a formatter costs far more than using it, so each language has one set for each choice. */
export function formatsOf(language: Language, choice: FormatChoice = {}): Formats {
  const key = [language, choice.dates, choice.numbers, choice.timeZone].join();
  const formats = made.get(key) ?? createFormats(language, choice);
  made.set(key, formats);
  return formats;
}
