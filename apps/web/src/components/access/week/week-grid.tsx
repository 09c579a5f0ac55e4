import { type KeyboardEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { WeekBars } from './week-bars';
import type { Place, WeekProps } from './week-line';
import { dayName, spanWords } from './week-words';

const days = [0, 1, 2, 3, 4, 5, 6];

/** One tab stop; arrows move between bars and lines, Enter selects. */
export function WeekGrid({ label, lines, chosen, onChoose }: WeekProps) {
  const { t } = useTranslation('access');
  const [place, setPlace] = useState<Place>({ line: 0, bar: -1 });
  const [described, setDescribed] = useState<Place>();
  const grid = useRef<HTMLDivElement>(null);
  const focusOn = (next: Place) => {
    setPlace(next);
    grid.current?.querySelector<HTMLElement>(`[data-place="${next.line} ${next.bar}"]`)?.focus();
  };
  const press = (event: KeyboardEvent) => {
    const next = placeAfter(event.key, place, lines);
    if (event.key === 'Enter' || event.key === ' ') onChoose(lines[place.line]?.key ?? '');
    else if (next) focusOn(next);
    else return;
    event.preventDefault();
  };
  const line = described && lines[described.line];
  const span = described && line?.spans[described.bar];
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: bars at their times are no table; that is offered beside */}
      <div role="grid" aria-label={label} className="week-grid" ref={grid} tabIndex={-1} onKeyDown={press}>
        {/* Each bar says its day. */}
        <div className="week-days" aria-hidden>
          <span>{t('week.lines')}</span>
          {days.map((day) => (
            <span key={day}>{dayName(day)}</span>
          ))}
        </div>
        {lines.map((one, at) => (
          <WeekBars
            key={one.key}
            line={one}
            at={at}
            place={place}
            isChosen={one.key === chosen}
            onChoose={() => onChoose(one.key)}
            onFocus={(bar) => {
              setPlace({ line: at, bar });
              setDescribed({ line: at, bar });
            }}
            onHover={(bar) => setDescribed(bar === undefined ? undefined : { line: at, bar })}
          />
        ))}
      </div>
      <p className="week-description" aria-hidden>
        {line ? [line.title, span && spanWords(span), line.hint].filter(Boolean).join(' · ') : t('week.explain')}
      </p>
    </>
  );
}

/** The cell that a key leads to; undefined for other keys. */
function placeAfter(key: string, { line, bar }: Place, lines: WeekProps['lines']): Place | undefined {
  const barsOf = (at: number) => lines[at]?.spans.length ?? 0;
  const within = (at: number): Place => ({ line: at, bar: Math.min(bar, barsOf(at) - 1) });
  switch (key) {
    case 'ArrowRight':
      return { line, bar: Math.min(bar + 1, barsOf(line) - 1) };
    case 'ArrowLeft':
      return { line, bar: Math.max(bar - 1, -1) };
    case 'ArrowDown':
      return within(Math.min(line + 1, lines.length - 1));
    case 'ArrowUp':
      return within(Math.max(line - 1, 0));
    case 'Home':
      return { line, bar: -1 };
    case 'End':
      return { line, bar: barsOf(line) - 1 };
    default:
      return undefined;
  }
}
