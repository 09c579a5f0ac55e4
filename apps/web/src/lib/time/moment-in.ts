import { formatCalendarDay } from '../format';
import { readerZone } from '../format-choice';
import { currentLanguage } from '../i18n';
import { wordsOfWindows } from './describe-windows';
import { wallClockOf } from './wall-clock';

const dayMs = 86_400_000;

/**
 * A moment by the clock of the place where it counts: `Fri 4 Dec 2026, 24:00`. Midnight is the end of the day before. Where the reader's
 * clock shows another time, the zone is said, too: `Thu 3 Dec 2026, 20:52 GMT-6`.
 */
export function momentIn(instant: string, zone: string): string {
  const shown = wallClockOf(instant, zone);
  const [day = '', time = ''] = shown.split('T');
  const isMidnight = time === '00:00';
  const date = new Date(Date.parse(`${day}T00:00:00Z`) - (isMidnight ? dayMs : 0));
  const name = wordsOfWindows().days[(date.getUTCDay() + 6) % 7] ?? '';
  const isSame = shown === wallClockOf(instant, readerZone());
  const moment = `${name} ${formatCalendarDay(date.toISOString())}, ${isMidnight ? '24:00' : time}`;
  return isSame ? moment : `${moment} ${abbreviationOf(zone, instant)}`;
}

const locales = { en: 'en-GB', de: 'de-DE' } as const;

/** As it is called at that moment: CET, in summer CEST; GMT-6 where the language has no letters for it. */
function abbreviationOf(zone: string, instant: string): string {
  const format = new Intl.DateTimeFormat(locales[currentLanguage()], { timeZone: zone, timeZoneName: 'short' });
  return format.formatToParts(new Date(instant)).find(({ type }) => type === 'timeZoneName')?.value ?? zone;
}
