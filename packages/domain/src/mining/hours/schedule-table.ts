import type { TimeRestriction } from '@key2xs/contract';
import { minutesOfSchedule, scheduleOfMinutes } from '../../key-systems/schedules';

/** Schedules by number, each meaning once. 0 is always. */
export class ScheduleTable {
  readonly schedules: TimeRestriction[][] = [[]];
  readonly #byWording = new Map<string, number | undefined>();
  readonly #byMeaning = new Map([[JSON.stringify([]), 0]]);

  /** The number of windows, however they are written; undefined where they never open. */
  numberOf(windows: readonly TimeRestriction[]): number | undefined {
    const wording = JSON.stringify(windows);
    if (!this.#byWording.has(wording)) this.#byWording.set(wording, this.#add(windows, normalized(windows)));
    return this.#byWording.get(wording);
  }

  /** The number of what is open when any of them is. */
  union(numbers: readonly number[]): number {
    const [first = 0, ...others] = new Set(numbers);
    if (others.length === 0 || numbers.includes(0)) return others.length === 0 ? first : 0;
    const windows = [first, ...others].sort((a, b) => a - b).flatMap((number) => this.schedules[number] ?? []);
    return this.numberOf(normalized(windows) ?? []) ?? 0;
  }

  #add(windows: readonly TimeRestriction[], meant: readonly TimeRestriction[] | undefined): number | undefined {
    if (!meant) return undefined;
    const meaning = JSON.stringify(meant);
    const number = this.#byMeaning.get(meaning) ?? this.schedules.push([...windows]) - 1;
    this.#byMeaning.set(meaning, number);
    return number;
  }
}

const wholeWeek = { days: [1, 2, 3, 4, 5, 6, 7], from: '00:00', to: '24:00' };

/** The same for all windows with the same meaning between the same dates; empty: always. */
function normalized(windows: readonly TimeRestriction[]): TimeRestriction[] | undefined {
  if (windows.length === 0) return [];
  const byDates = new Map<string, TimeRestriction[]>();
  for (const window of windows) {
    const dates = JSON.stringify([window.valid_from, window.valid_until]);
    byDates.set(dates, [...(byDates.get(dates) ?? []), window]);
  }
  const all = [...byDates]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([, [first, ...others]]) => {
      if (!first) return [];
      const { valid_from, valid_until } = first;
      const weekly = scheduleOfMinutes(minutesOfSchedule([first, ...others])) ?? [null];
      return (weekly.length === 0 ? [wholeWeek] : weekly).flatMap((window) =>
        window ? [{ ...window, valid_from, valid_until }] : [],
      );
    });
  const isAlways = all.some((one) => one.valid_from === null && one.valid_until === null && isWholeWeek(one));
  if (isAlways) return [];
  return all.length > 0 ? all : undefined;
}

const isWholeWeek = ({ days, from, to }: TimeRestriction): boolean =>
  days.length === 7 && from === wholeWeek.from && to === wholeWeek.to;
