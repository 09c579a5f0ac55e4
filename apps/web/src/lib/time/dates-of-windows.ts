import type { TimeRestriction } from '@key2xs/contract';

type Windows = readonly Pick<TimeRestriction, 'valid_from' | 'valid_until'>[];

/** Whether dates let hours count at a moment, regardless of the hour: with the end, or when they begin or ended. */
export type Dates =
  | { state: 'hold'; ends: string | null }
  | { state: 'to_come'; begins: string }
  | { state: 'over'; ended: string };

/** The combined dates of alternative rules; no windows mean always. Undefined without any rule. */
export function datesOf(rules: readonly { windows: Windows }[], at: string): Dates | undefined {
  if (rules.some(({ windows }) => windows.length === 0)) return { state: 'hold', ends: null };
  const windows = rules.flatMap((rule) => rule.windows);
  const moment = Date.parse(at);
  const isStarted = windows.filter(({ valid_from }) => valid_from === null || Date.parse(valid_from) <= moment);
  const holding = isStarted.filter(({ valid_until }) => valid_until === null || Date.parse(valid_until) > moment);
  const ends = holding.map(({ valid_until }) => valid_until);
  if (holding.length > 0) return { state: 'hold', ends: ends.includes(null) ? null : last(ends) };
  const begins = windows.flatMap(({ valid_from }) => (valid_from && Date.parse(valid_from) > moment ? valid_from : []));
  const [first] = begins.sort(byTime);
  if (first !== undefined) return { state: 'to_come', begins: first };
  const ended = last(windows.map(({ valid_until }) => valid_until));
  return ended === null ? undefined : { state: 'over', ended };
}

const byTime = (a: string, b: string) => Date.parse(a) - Date.parse(b);
const last = (moments: readonly (string | null)[]): string | null =>
  moments
    .flatMap((moment) => moment ?? [])
    .sort(byTime)
    .at(-1) ?? null;

const SOON_MS = 14 * 86_400_000;

/** Within two weeks. */
export const endsSoon = (dates: Dates | undefined, at: string): boolean =>
  dates?.state === 'hold' && dates.ends !== null && Date.parse(dates.ends) - Date.parse(at) <= SOON_MS;
