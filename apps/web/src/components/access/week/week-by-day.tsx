import { useTranslation } from 'react-i18next';
import { DAY_MINUTES } from '../../week/week-windows';
import { useMoment } from '../moment-picker';
import type { WeekProps } from './week-line';
import { dayName, minuteWords, onDayWords } from './week-words';

const days = [0, 1, 2, 3, 4, 5, 6];

/** For narrow screens: what is open on each day, and today's time. */
export function WeekByDay({ label, lines, chosen, onChoose }: WeekProps) {
  const { t } = useTranslation('access');
  const at = useMoment();
  const now = lines.find((line) => line.now >= 0)?.now ?? -1;
  return (
    <ol className="week-by-day" aria-label={label}>
      {days.map((day) => {
        const open = lines.flatMap((line) => {
          const hours = line.spans.flatMap((span) => onDayWords(span, day) ?? []);
          return hours.length > 0 ? [{ line, hours: hours.join(', ') }] : [];
        });
        const isToday = Math.floor(now / DAY_MINUTES) === day;
        return (
          <li key={day}>
            <h3>
              {dayName(day)}
              {isToday && (
                <span className="week-today">{t(at ? 'week.thenAt' : 'week.nowAt', { at: minuteWords(now) })}</span>
              )}
            </h3>
            {open.length === 0 && <p className="mute">{t('week.none')}</p>}
            {open.map(({ line, hours }) => (
              <button
                key={line.key}
                type="button"
                className={`week-entry week-entry-${line.tone}`}
                aria-pressed={line.key === chosen}
                onClick={() => onChoose(line.key)}
              >
                <span className="reason-hours">{hours}</span>
                <span className="week-what">
                  {line.title}
                  <span className="week-hint">{line.hint}</span>
                </span>
              </button>
            ))}
          </li>
        );
      })}
    </ol>
  );
}
