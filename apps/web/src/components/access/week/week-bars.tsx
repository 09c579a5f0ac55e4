import { useTranslation } from 'react-i18next';
import { WEEK_MINUTES } from '../../week/week-windows';
import type { Place, WeekLine } from './week-line';
import { spanWords } from './week-words';

type Props = {
  line: WeekLine;
  at: number;
  place: Place;
  isChosen: boolean;
  onChoose: () => void;
  onFocus: (bar: number) => void;
  /** Called when the pointer is over a bar, over the name (-1), or gone (undefined). */
  onHover: (bar: number | undefined) => void;
};

const percent = (minutes: number) => `${(100 * minutes) / WEEK_MINUTES}%`;

/** One line of the chart: its name, and a bar for each open span. */
export function WeekBars({ line, at, place, isChosen, onChoose, onFocus, onHover }: Props) {
  const { t } = useTranslation('access');
  const { title, hint, spans, now, tone } = line;
  const cell = (bar: number) => ({
    'data-place': `${at} ${bar}`,
    onFocus: () => onFocus(bar),
    onMouseEnter: () => onHover(bar),
  });
  const tabIndex = (bar: number) => (place.line === at && place.bar === bar ? 0 : -1);
  return (
    // biome-ignore lint/a11y/useSemanticElements: bars by time are no table, which is available as an alternative
    // biome-ignore lint/a11y/useKeyWithClickEvents: the grid around it has the keys
    // biome-ignore lint/a11y/useFocusableInteractive: its cells have the focus
    <div
      role="row"
      className="reason-line"
      aria-selected={isChosen}
      onClick={onChoose}
      onMouseLeave={() => onHover(undefined)}
    >
      {/* biome-ignore lint/a11y/useSemanticElements: as above */}
      <div role="rowheader" className="week-name" tabIndex={tabIndex(-1)} {...cell(-1)}>
        <strong>{title}</strong>
        <span className="week-hint">{hint}</span>
      </div>
      <div role="none" className="week-track">
        {spans.map((span, bar) => (
          // biome-ignore lint/a11y/useSemanticElements: as above
          <span
            key={span.from}
            role="gridcell"
            className={`reason-bar reason-bar-${tone}`}
            aria-label={t('week.bar', { what: title, when: spanWords(span) })}
            style={{ left: percent(span.from), width: percent(span.to - span.from) }}
            tabIndex={tabIndex(bar)}
            {...cell(bar)}
          />
        ))}
        {spans.length === 0 && <span className="week-none">{t('week.none')}</span>}
        {now >= 0 && <span className="week-now" aria-hidden style={{ left: percent(now) }} />}
      </div>
    </div>
  );
}
