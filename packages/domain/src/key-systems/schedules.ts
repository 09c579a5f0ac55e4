import { minutesOfDay, minutesOfWeek } from '../access/hours/wall-clock';
import { hoursOf } from '../access/hours/weekly-hours';
import { type Bits, hasBit, wordAt, wordsFor } from '../access/indexing/bits';
import type { WeeklyWindow } from './key-system-state';

/** The open minutes of a week; a schedule without windows is always open. */
export function minutesOfSchedule(schedule: readonly WeeklyWindow[]): Bits {
  const [hours] = hoursOf(schedule.map((window) => ({ ...window, valid_from: null, valid_until: null }))) ?? [];
  return hours?.minutes ?? always();
}

function always(): Bits {
  const bits = new Int32Array(wordsFor(minutesOfWeek)).fill(-1);
  for (let minute = minutesOfWeek; minute < bits.length * 32; minute++)
    bits[minute >>> 5] = wordAt(bits, minute >>> 5) & ~(1 << (minute & 31));
  return bits;
}

/** The union or the intersection of several schedules. */
export function mergeMinutes(policy: 'union' | 'intersection', all: readonly Bits[]): Bits {
  const [first = always(), ...others] = all;
  const merged = first.slice();
  for (const bits of others) {
    for (let i = 0; i < merged.length; i++) {
      merged[i] = policy === 'union' ? wordAt(merged, i) | wordAt(bits, i) : wordAt(merged, i) & wordAt(bits, i);
    }
  }
  return merged;
}

/**
 * The shortest list of windows for exactly these minutes, merging days with the same hours; empty for a whole week.
 * Undefined if no minute is open, because a schedule without windows is always open.
 */
export function scheduleOfMinutes(minutes: Bits): WeeklyWindow[] | undefined {
  if (minutes.every((word) => word === 0)) return undefined;
  const days = new Map<string, WeeklyWindow>();
  for (let day = 0; day < 7; day++) {
    for (const { from, to } of windowsOfDay(minutes, day)) {
      const key = `${from} ${to}`;
      const known = days.get(key) ?? { days: [], from, to };
      days.set(key, { ...known, days: [...known.days, day + 1] });
    }
  }
  const windows = [...days.values()].sort((a, b) => compare(a.from, b.from) || compare(a.to, b.to));
  const [only] = windows;
  return windows.length === 1 && only?.days.length === 7 && only.from === '00:00' && only.to === '24:00' ? [] : windows;
}

function windowsOfDay(minutes: Bits, day: number): { from: string; to: string }[] {
  const windows: { from: string; to: string }[] = [];
  const isOpen = (minute: number) => minute < minutesOfDay && hasBit(minutes, day * minutesOfDay + minute);
  for (let minute = 0; minute < minutesOfDay; minute++) {
    if (!isOpen(minute)) continue;
    const from = minute;
    while (isOpen(minute)) minute++;
    windows.push({ from: clock(from), to: clock(minute) });
  }
  return windows;
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
const two = (n: number): string => String(n).padStart(2, '0');
const clock = (minute: number): string => `${two(Math.floor(minute / 60))}:${two(minute % 60)}`;

const weekdays = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];

/** For the name of a profile, as operators of a key system see it. */
export function nameOfSchedule(schedule: readonly WeeklyWindow[]): string {
  if (schedule.length === 0) return 'always';
  return schedule.map(({ days, from, to }) => `${runs(days).join(', ')} ${from}-${to}`).join(', ');
}

/** Merges consecutive days: 1, 2, 3, 5 is Mon-Wed, Fri. */
function runs(days: readonly number[]): string[] {
  const found: [first: number, last: number][] = [];
  for (const day of days) {
    const run = found.at(-1);
    if (run && run[1] === day - 1) run[1] = day;
    else found.push([day, day]);
  }
  return found.map(([first, last]) => [...new Set([first, last])].map((day) => weekdays[day - 1] ?? '').join('-'));
}
