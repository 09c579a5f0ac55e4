import { useElementSize } from '@mantine/hooks';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import './charts.css';

type Props = {
  /** Accessible name. */
  label: string;
  /** How many points there are, and how many of them are in one line. */
  count: number;
  columns?: number;
  /** The description of one point. */
  wordsOf: (at: number) => string;
  /** Shown while no point is selected. */
  hint: string;
  height: number | ((width: number) => number);
  children: (drawn: Drawn) => ReactNode;
};

type Drawn = {
  width: number;
  height: number;
  /** The selected point; -1 for none. */
  at: number;
  /** For shapes that the pointer selects. */
  point: (at: number) => { onPointerEnter: () => void; 'data-at': boolean };
};

/** Used until the width is measured. */
const usualWidth = 640;

/**
 * Draws points, and describes the one that the pointer or the arrow keys select below. For screen readers it is a
 * slider over the points.
 */
export function ChartFrame({ label, count, columns = 1, wordsOf, hint, height, children }: Props) {
  const { ref, width: measured } = useElementSize();
  const [chosen, setChosen] = useState(-1);
  const at = Math.min(chosen, count - 1);
  const width = measured || usualWidth;
  const high = typeof height === 'number' ? height : height(width);
  const move = (event: KeyboardEvent) => {
    const next = nextOf(event.key, { at, count, columns });
    if (next === undefined) return;
    event.preventDefault();
    setChosen(next);
  };
  const point = (number: number) => ({ onPointerEnter: () => setChosen(number), 'data-at': number === at });
  const words = at < 0 ? '' : wordsOf(at);
  return (
    <div className="chart">
      <div
        ref={ref}
        className="chart-frame"
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-valuemin={1}
        aria-valuemax={Math.max(count, 1)}
        aria-valuenow={Math.max(at, 0) + 1}
        aria-valuetext={wordsOf(Math.max(at, 0))}
        onKeyDown={move}
        onPointerLeave={() => setChosen(-1)}
      >
        <svg width={width} height={high} viewBox={`0 0 ${width} ${high}`} aria-hidden="true">
          {children({ width, height: high, at, point })}
        </svg>
      </div>
      <p className="chart-reading">{words || <span className="mute">{hint}</span>}</p>
    </div>
  );
}

type Course = { at: number; count: number; columns: number };

/** The point a key leads to; undefined for other keys. */
function nextOf(key: string, { at, count, columns }: Course): number | undefined {
  const steps: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: columns, ArrowUp: -columns };
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  const step = steps[key];
  if (step === undefined) return undefined;
  if (at < 0) return 0;
  const next = at + step;
  return next < 0 || next >= count ? at : next;
}
