import type { WeekWindow } from './week-windows';

/** Day names as people type them, in any of our languages: an unambiguous prefix is enough. */
const dayNames: readonly (readonly string[])[] = [
  ['mo', 'mon', 'monday', 'mondays', 'montag', 'montags'],
  ['tu', 'tue', 'tues', 'tuesday', 'tuesdays', 'di', 'dienstag', 'dienstags'],
  ['we', 'wed', 'wednesday', 'wednesdays', 'mi', 'mittwoch', 'mittwochs'],
  ['th', 'thu', 'thur', 'thurs', 'thursday', 'thursdays', 'do', 'donnerstag', 'donnerstags'],
  ['fr', 'fri', 'friday', 'fridays', 'freitag', 'freitags'],
  ['sa', 'sat', 'saturday', 'saturdays', 'samstag', 'samstags', 'sonnabend', 'sonnabends'],
  ['su', 'sun', 'sunday', 'sundays', 'so', 'sonntag', 'sonntags'],
];

const everyDay = [1, 2, 3, 4, 5, 6, 7];
const weekdays = [1, 2, 3, 4, 5];

const dayGroups: readonly (readonly [RegExp, readonly number[]])[] = [
  [/\b(every ?day|daily|jeden tag|täglich)(?!\p{L})/gu, everyDay],
  [/\b(weekdays?|working days|werktags?|wochentags)\b/gu, weekdays],
  [/\b(weekends?|am wochenende|wochenends?|wochenende)\b/gu, [6, 7]],
];

const dayOf = (word: string): number => dayNames.findIndex((names) => names.includes(word)) + 1;

/**
 * Parses weekly windows as people type them, in English or German: `Mo–Fr 06:00–22:00`, `weekdays 8-17; Sat 9–12`,
 * `täglich 22–6 Uhr`, `6am-10pm`, `always`. Days without hours are whole days, hours without days every day.
 * @returns no windows for always; undefined if something cannot be parsed
 */
export function parseHours(text: string): WeekWindow[] | undefined {
  const plain = text
    .toLowerCase()
    .replace(/[–—−]| bis | to | until /gu, '-')
    .replace(/\s+/gu, ' ')
    .replace(/ ?- ?/gu, '-')
    .trim();
  if (plain === '') return undefined;
  if (/^(always|immer|jederzeit|at any time|24\/7|any time)$/u.test(plain)) return [];
  const windows = splitWindows(plain).map(parseWindow);
  return windows.some((window) => window === undefined) ? undefined : windows.flatMap((window) => window ?? []);
}

/** Semicolons and "or" separate windows; commas and "and" do so after hours. */
const splitWindows = (text: string): string[] =>
  text
    .split(/;| or | oder |(?<=\d(?: ?(?:am|pm|uhr|h))?) ?(?:,| and | und | \+ )(?= ?\p{L})/u)
    .map((part) => part.trim())
    .filter((part) => part !== '');

const hour = '(\\d{1,2})(?:[:.](\\d{2}))? ?(am|pm)?';
const hoursPattern = new RegExp(`${hour}-${hour}(?: ?(?:uhr|h|o'clock))?$`, 'u');

function parseWindow(text: string): WeekWindow[] | undefined {
  const wholeDay = text.replace(/ ?(all day|whole day|ganztägig|ganztags|den ganzen tag)$/u, '');
  const match = wholeDay === text ? hoursPattern.exec(text) : null;
  if (wholeDay === text && !match && /\d/u.test(text)) return undefined;
  const days = parseDays(match ? text.slice(0, match.index) : wholeDay);
  if (!days || (!match && wholeDay === '')) return undefined;
  if (!match) return [{ days, from: '00:00', to: '24:00' }];
  const from = clock(match[1], match[2], match[3]);
  const to = clock(match[4], match[5], match[6]);
  return from === undefined || to === undefined ? undefined : [{ days, ...asWindow(from, to) }];
}

/** A window never starts at the end of a day, and one that ends at midnight ends its own day. */
const asWindow = (from: string, to: string) => ({
  from: from === '24:00' ? '00:00' : from,
  to: to === '00:00' ? '24:00' : to,
});

function clock(hours = '', minutes = '00', half?: string): string | undefined {
  const named = Number(hours);
  if (half !== undefined && (named < 1 || named > 12)) return undefined;
  const at = half === undefined ? named : (named % 12) + (half === 'pm' ? 12 : 0);
  if (at > 24 || Number(minutes) > 59 || (at === 24 && minutes !== '00')) return undefined;
  return `${String(at).padStart(2, '0')}:${minutes}`;
}

/** ISO weekdays in order; every day if none is named. */
function parseDays(text: string): number[] | undefined {
  let rest = text.replace(/\b(from|von|on|am|at|um)\b(?= |$)(?! wochenende)/gu, ' ');
  const days = new Set<number>();
  for (const [pattern, group] of dayGroups) {
    rest = rest.replace(pattern, () => {
      for (const day of group) days.add(day);
      return ' ';
    });
  }
  for (const part of rest.split(/,|\/|\+|&| and | und | /u)) {
    const [first = '', last, ...more] = part.replaceAll('.', '').split('-');
    if (first === '' && last === undefined) continue;
    const [from, to] = [dayOf(first), dayOf(last ?? first)];
    if (from === 0 || to === 0 || more.length > 0) return undefined;
    for (let day = from; ; day = (day % 7) + 1) {
      days.add(day);
      if (day === to) break;
    }
  }
  return days.size === 0 ? everyDay : [...days].sort((one, other) => one - other);
}
