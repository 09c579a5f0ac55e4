import { type Bits, hasBit, setBit, wordsFor } from '../indexing/bits';
import { minutesOfDay, minutesOfWeek, type WallClock } from './wall-clock';
import { areOpen, nextChange, type RuleHours } from './weekly-hours';

const minuteMs = 60_000;

/**
 * The open minutes in the week of a moment, Monday to Sunday by the clock, as bits. Respects dates: a window that ends on
 * Wednesday is closed on Thursday. An hour skipped by daylight saving is closed; a repeated one is open if it is open either
 * time. If the clock shows no time, only unrestricted hours are open.
 */
export function openInWeek(hours: RuleHours, clock: WallClock, epochMs: number): Bits {
  const open = new Int32Array(wordsFor(minutesOfWeek));
  const begin = startOfWeek(clock, epochMs);
  if (!hours) return open.fill(-1);
  if (begin === undefined) return open;
  const end = startOfWeek(clock, begin + 7.5 * minutesOfDay * minuteMs) ?? begin;
  for (let moment = begin; moment < end; ) {
    const next = Math.min(nextChange(hours, clock, moment) ?? end, clock.nextSetting(moment), end);
    if (areOpen(hours, clock, moment)) mark(open, clock.minuteOfWeek(moment), Math.ceil((next - moment) / minuteMs));
    moment = next;
  }
  return open;
}

function mark(bits: Bits, first: number, count: number): void {
  for (let minute = first; minute < first + count; minute++) setBit(bits, minute % minutesOfWeek);
}

/** Monday 00:00 by the clock, or the nearest time that it shows. */
function startOfWeek(clock: WallClock, epochMs: number): number | undefined {
  const minute = clock.minuteOfWeek(epochMs);
  if (minute < 0) return undefined;
  const guess = (Math.floor(epochMs / minuteMs) - minute) * minuteMs;
  const shown = clock.minuteOfWeek(guess); // not 0 where the clock was set since Monday
  return guess - (shown > minutesOfWeek / 2 ? shown - minutesOfWeek : shown) * minuteMs;
}

/** Minutes of the week, 0..10080; `to` is exclusive. */
export type SpanOfWeek = { from: number; to: number };

/** The spans of a set of minutes, Monday first. */
export function spansOf(open: Bits): SpanOfWeek[] {
  const spans: SpanOfWeek[] = [];
  let from: number | undefined;
  for (let minute = 0; minute <= minutesOfWeek; minute++) {
    const isOpen = minute < minutesOfWeek && hasBit(open, minute);
    if (isOpen) from ??= minute;
    else if (from !== undefined) {
      spans.push({ from, to: minute });
      from = undefined;
    }
  }
  return spans;
}
