import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { describeWindows, wordsOfWindows } from '#lib/time/describe-windows';
import { barsOf, clockOf, DAY_MINUTES, endOf, segmentsOf, type WeekBar, type WeekWindow } from './week-windows';
import './week.css';

const hours = [0, 6, 12, 18, 24];
const days = [1, 2, 3, 4, 5, 6, 7];
const WIDE_ENOUGH_MINUTES = 300;

/** Weekly windows as a chart, with words for screen readers. No windows mean the whole week. */
export function WeekPicture({ windows }: { windows: readonly WeekWindow[] }) {
  const { t } = useTranslation('week');
  const drawn = windows.length === 0 ? [{ days, from: '00:00', to: '24:00' }] : windows;
  return (
    <div role="img" aria-label={t('picture', { hours: describeWindows(windows) })}>
      <WeekFrame>
        <div className="week-lines">
          <WeekLines />
          {barsOf(drawn).flatMap((bar) =>
            segmentsOf(bar).map((segment, part) => (
              <span
                key={`${bar.day} ${bar.start} ${segment.day}`}
                className="week-bar"
                data-runs={runsOf(bar, part)}
                style={placeOf(segment)}
              />
            )),
          )}
        </div>
      </WeekFrame>
    </div>
  );
}

/** Days at the left, hours above. */
export function WeekFrame({ children }: { children: ReactNode }) {
  return (
    <div className="week">
      <div className="week-hours" aria-hidden>
        {hours.map((hour) => (
          <span key={hour}>{hour}</span>
        ))}
      </div>
      {wordsOfWindows().days.map((day, index) => (
        <span key={day} className="week-day" aria-hidden style={{ gridRow: index + 2, gridColumn: 1 }}>
          {day}
        </span>
      ))}
      {children}
    </div>
  );
}

export const WeekLines = () => days.map((day) => <div key={day} className="week-line" />);

/** Position of a segment of a bar. */
export const placeOf = ({ day, from, to }: { day: number; from: number; to: number }) => ({
  top: `calc(${day - 1} * (var(--week-line, 30px) + 2px))`,
  left: `${(from / DAY_MINUTES) * 100}%`,
  width: `${((to - from) / DAY_MINUTES) * 100}%`,
});

/** Whether a segment continues into the next day, or from the previous one. */
export function runsOf({ start, minutes }: WeekBar, part: number): 'on' | 'in' | undefined {
  if (start + minutes <= DAY_MINUTES) return undefined;
  return part === 0 ? 'on' : 'in';
}

/** The hours of a bar, if it is wide enough for them. */
export const hoursIn = (bar: WeekBar, { from, to }: { from: number; to: number }): string | null =>
  to - from >= WIDE_ENOUGH_MINUTES ? `${clockOf(bar.start)}–${endOf(bar)}` : null;
