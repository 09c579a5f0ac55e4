import { type KeyboardEvent, type PointerEvent, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { describeWindows } from '#lib/time/describe-windows';
import { usePainting } from './use-painting';
import { barAfter, cursorAfter } from './week-keys';
import { hoursIn, placeOf, runsOf, WeekFrame, WeekLines } from './week-picture';
import { barsBetween, type Corner, DAY_MINUTES, mergeBars, segmentsOf, type WeekBar, windowsOf } from './week-windows';

type Props = {
  bars: readonly WeekBar[];
  /** The dates of a new bar. */
  dates: Pick<WeekBar, 'valid_from' | 'valid_until'>;
  /** No limit yet; the first stroke sets one. */
  isAlways: boolean;
  onChange: (bars: WeekBar[]) => void;
};

/** A week on which bars are drawn, moved, resized and deleted by mouse, finger or keys. */
export function WeekGrid({ bars, dates, isAlways, onChange }: Props) {
  const { t } = useTranslation('week');
  const lines = useRef<HTMLDivElement>(null);
  const wanted = useRef<Pick<WeekBar, 'day' | 'start'>>(undefined);
  const painting = usePainting({ lines, bars, dates, onChange });
  const cursor = useCursor({ bars, dates, onChange });
  // A bar moved by key is a new bar in another place; the focus follows it.
  useLayoutEffect(() => {
    if (!wanted.current) return;
    lines.current?.querySelector<HTMLElement>(`[data-bar="${wanted.current.day} ${wanted.current.start}"]`)?.focus();
    wanted.current = undefined;
  });
  const press = (event: KeyboardEvent, index: number) => {
    const bar = bars[index];
    const next = bar && barAfter(bar, event);
    if (next === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    if (next === 'deleted') {
      wanted.current = bars[index + 1] ?? bars[index - 1];
      if (!wanted.current) lines.current?.focus();
    } else wanted.current = next;
    onChange(next === 'deleted' ? bars.filter((one) => one !== bar) : bars.map((one) => (one === bar ? next : one)));
  };
  return (
    <WeekFrame>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be painted on */}
      <div
        ref={lines}
        className="week-lines"
        data-paints
        data-always={isAlways || undefined}
        role="group"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys paint on it
        tabIndex={0}
        aria-label={t('grid')}
        aria-describedby="week-grid-keys"
        onPointerDown={painting.beginDraw}
        {...painting.handlers}
        {...cursor.handlers}
      >
        <WeekLines />
        {isAlways && (
          <div className="week-always" aria-hidden>
            <span>{t('paint')}</span>
          </div>
        )}
        {painting.shown.map((bar, index) => {
          const place = `bar ${index}`; // A moved bar is a new one in its place.
          return (
            <Bar
              key={place}
              bar={bar}
              onPointerDown={(event, way) => painting.beginWith(event, index, way)}
              onKeyDown={(event) => press(event, index)}
            />
          );
        })}
        {[...painting.ghost, ...cursor.ghost].map((bar) => (
          <span
            key={bar.day}
            className="week-bar week-ghost"
            style={placeOf({ day: bar.day, from: bar.start, to: bar.start + bar.minutes })}
          >
            {hoursIn(bar, { from: bar.start, to: bar.start + bar.minutes })}
          </span>
        ))}
        {cursor.at && (
          <span
            className="week-cursor"
            style={placeOf({
              day: cursor.at.day,
              from: cursor.at.minute,
              to: Math.min(cursor.at.minute + 15, DAY_MINUTES),
            })}
          />
        )}
      </div>
      <span className="visually-hidden" id="week-grid-keys">
        {t('gridKeys')}
      </span>
      <span className="visually-hidden" id="week-bar-keys">
        {t('barKeys')}
      </span>
      <span className="visually-hidden" role="status">
        {cursor.at &&
          describeWindows(windowsOf(cursor.ghost.length > 0 ? cursor.ghost : barsBetween(cursor.at, cursor.at, dates)))}
      </span>
    </WeekFrame>
  );
}

type BarProps = {
  bar: WeekBar;
  onPointerDown: (event: PointerEvent, way: 'move' | 'start' | 'end') => void;
  onKeyDown: (event: KeyboardEvent) => void;
};

/** One bar, shown in two lines if it passes midnight. */
function Bar({ bar, onPointerDown, onKeyDown }: BarProps) {
  const [own, next] = segmentsOf(bar);
  const edge = (name: 'start' | 'end') => (
    <span className="week-edge" data-edge={name} onPointerDown={(event) => onPointerDown(event, name)} />
  );
  if (!own) return null;
  return (
    <>
      <button
        type="button"
        className="week-bar"
        data-bar={`${bar.day} ${bar.start}`}
        data-runs={runsOf(bar, 0)}
        aria-label={describeWindows(windowsOf([bar]))}
        aria-describedby="week-bar-keys"
        style={placeOf(own)}
        onPointerDown={(event) => onPointerDown(event, 'move')}
        onKeyDown={onKeyDown}
      >
        {edge('start')}
        {hoursIn(bar, own)}
        {!next && edge('end')}
      </button>
      {next && (
        <span
          className="week-bar"
          data-runs="in"
          style={placeOf(next)}
          onPointerDown={(event) => onPointerDown(event, 'move')}
        >
          {hoursIn(bar, next)}
          {edge('end')}
        </span>
      )}
    </>
  );
}

/** A cell of the grid moved by the arrow keys; the space bar starts and ends a stroke there. */
function useCursor({ bars, dates, onChange }: Omit<Props, 'isAlways'>) {
  const [at, setAt] = useState<Corner>();
  const [anchor, setAnchor] = useState<Corner>();
  const ghost = at && anchor ? barsBetween(anchor, at, dates) : [];
  const leave = () => {
    setAt(undefined);
    setAnchor(undefined);
  };
  return {
    at,
    ghost,
    handlers: {
      onFocus: (event: React.FocusEvent) => {
        const isKeyed = event.target === event.currentTarget && event.currentTarget.matches(':focus-visible');
        if (isKeyed) setAt({ day: 1, minute: 8 * 60 });
      },
      onBlur: leave,
      onKeyDown: (event: KeyboardEvent) => {
        if (event.target !== event.currentTarget || !at) return;
        const moved = cursorAfter(at, event);
        if (moved) setAt(moved);
        else if (event.key === ' ' || (event.key === 'Enter' && anchor)) {
          if (anchor) onChange(mergeBars([...bars, ...ghost]));
          setAnchor(anchor ? undefined : at);
        } else if (event.key === 'Escape' && anchor) setAnchor(undefined);
        else return;
        event.preventDefault();
        event.stopPropagation();
      },
    },
  };
}
