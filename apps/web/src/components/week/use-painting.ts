import { type PointerEvent, type RefObject, useRef, useState } from 'react';
import {
  barsBetween,
  type Corner,
  DAY_MINUTES,
  mergeBars,
  moveBar,
  SNAP_MINUTES,
  stretchEnd,
  stretchStart,
  type WeekBar,
} from './week-windows';

/** The current gesture: a new stroke, or a bar being moved or resized. */
type Stroke =
  | { is: 'draw'; from: Corner; to: Corner }
  | { is: 'move' | 'start' | 'end'; index: number; from: Corner; to: Corner };

type Painting = {
  lines: RefObject<HTMLDivElement | null>;
  bars: readonly WeekBar[];
  dates: Pick<WeekBar, 'valid_from' | 'valid_until'>;
  onChange: (bars: WeekBar[]) => void;
};

/** Drawing, dragging and resizing by mouse, pen or finger; changes apply when the pointer is released. */
export function usePainting({ lines, bars, dates, onChange }: Painting) {
  const [stroke, setStroke] = useState<Stroke>();
  const pointer = useRef<number>(undefined);

  const cornerAt = ({ clientX, clientY }: PointerEvent): Corner => {
    const { left, top, width, height } = lines.current?.getBoundingClientRect() ?? new DOMRect(0, 0, 1, 1);
    const within = Math.min(Math.max((clientX - left) / width, 0), 1);
    const day = Math.min(Math.max(Math.floor(((clientY - top) / height) * 7), 0), 6) + 1;
    return { day, minute: Math.round((within * DAY_MINUTES) / SNAP_MINUTES) * SNAP_MINUTES };
  };
  const begin = (event: PointerEvent, made: (at: Corner) => Stroke) => {
    if (event.button !== 0 || pointer.current !== undefined) return;
    pointer.current = event.pointerId;
    lines.current?.setPointerCapture?.(event.pointerId);
    setStroke(made(cornerAt(event)));
  };
  const end = () => {
    pointer.current = undefined;
    setStroke(undefined);
  };
  const isOwnPointer = (event: PointerEvent) => pointer.current === event.pointerId;
  return {
    /** The bars as they would be after releasing the pointer here. */
    shown: stroke ? strokeOn(bars, stroke) : bars,
    ghost: stroke?.is === 'draw' && isDrawn(stroke) ? barsBetween(stroke.from, stroke.to, dates) : [],
    beginDraw: (event: PointerEvent) => begin(event, (at) => ({ is: 'draw', from: at, to: at })),
    beginWith: (event: PointerEvent, index: number, is: 'move' | 'start' | 'end') => {
      event.stopPropagation();
      begin(event, (at) => ({ is, index, from: at, to: at }));
    },
    handlers: {
      onPointerMove: (event: PointerEvent) => {
        if (stroke && isOwnPointer(event)) setStroke({ ...stroke, to: cornerAt(event) });
      },
      onPointerUp: (event: PointerEvent) => {
        if (!stroke || !isOwnPointer(event)) return;
        const done = { ...stroke, to: cornerAt(event) };
        end();
        if (!isDrawn(done)) return;
        const next = strokeOn(bars, done);
        onChange(done.is === 'draw' ? mergeBars([...next, ...barsBetween(done.from, done.to, dates)]) : next);
      },
      onPointerCancel: end,
    },
  };
}

/** A press without movement draws and moves nothing. */
const isDrawn = ({ is, from, to }: Stroke) => from.minute !== to.minute || (is === 'move' && from.day !== to.day);

function strokeOn(bars: readonly WeekBar[], stroke: Stroke): WeekBar[] {
  if (stroke.is === 'draw') return [...bars];
  const days = stroke.to.day - stroke.from.day;
  const minutes = stroke.to.minute - stroke.from.minute;
  const changed = (bar: WeekBar): WeekBar => {
    // In the line of another day, an end snaps to that day.
    if (stroke.is === 'end') return stretchEnd(bar, days * DAY_MINUTES + minutes);
    return stroke.is === 'start' ? stretchStart(bar, minutes) : moveBar(bar, { days, minutes });
  };
  return bars.map((bar, index) => (index === stroke.index ? changed(bar) : bar));
}
