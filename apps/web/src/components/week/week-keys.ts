import {
  type Corner,
  DAY_MINUTES,
  moveBar,
  SNAP_MINUTES,
  stretchEnd,
  stretchStart,
  type WeekBar,
} from './week-windows';

type Key = { key: string; shiftKey: boolean; ctrlKey: boolean; altKey: boolean; metaKey: boolean };

const HOUR = 60;
const steps: Readonly<Record<string, readonly [days: number, minutes: number]>> = {
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
};

/**
 * The effect of a key on the focused bar: arrows move it by a quarter of an hour or a day, with Shift they move its
 * end, with Ctrl its start. @returns undefined for other keys
 */
export function barAfter(
  bar: WeekBar,
  { key, shiftKey, ctrlKey, altKey, metaKey }: Key,
): WeekBar | 'deleted' | undefined {
  if (key === 'Delete' || key === 'Backspace') return 'deleted';
  const step = steps[key];
  if (!step || altKey || metaKey) return undefined;
  const [days, quarters] = step;
  const minutes = quarters * SNAP_MINUTES;
  if (shiftKey) return stretchEnd(bar, minutes + days * HOUR);
  if (ctrlKey) return stretchStart(bar, minutes + days * HOUR);
  return moveBar(bar, { days, minutes });
}

/**
 * The cell a key moves the cursor to: by an hour or a day, with Shift by a quarter of an hour, to the ends of a day.
 */
export function cursorAfter(
  { day, minute }: Corner,
  { key, shiftKey, ctrlKey, altKey, metaKey }: Key,
): Corner | undefined {
  if (ctrlKey || altKey || metaKey) return undefined;
  if (key === 'Home') return { day, minute: 0 };
  if (key === 'End') return { day, minute: DAY_MINUTES };
  const step = steps[key];
  if (!step) return undefined;
  const by = step[1] * (shiftKey ? SNAP_MINUTES : HOUR);
  return {
    day: Math.min(Math.max(day + step[0], 1), 7),
    minute: Math.min(Math.max(minute + by, 0), DAY_MINUTES),
  };
}
