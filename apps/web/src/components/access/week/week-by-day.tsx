import { useTranslation } from 'react-i18next';
import { describeDays } from '#lib/time/describe-windows';
import { DAY_MINUTES } from '../../week/week-windows';
import { useMoment } from '../moment-picker';
import type { WeekLine, WeekProps } from './week-line';
import { minuteWords, onDayWords } from './week-words';

type Open = { line: WeekLine; hours: string };
type Days = { days: number[]; open: Open[] };

/** For narrow windows: open hours by day, and today's time. Days with the same hours are shown once. */
export function WeekByDay({ label, lines, chosen, onChoose }: WeekProps) {
  const { t } = useTranslation('access');
  const at = useMoment();
  const now = lines.find((line) => line.now >= 0)?.now ?? -1;
  return (
    <ol className="week-by-day" aria-label={label}>
      {sameDays(lines).map(({ days, open }) => (
        <li key={days[0]}>
          <h3>
            {describeDays(days.map((day) => day + 1))}
            {days.includes(Math.floor(now / DAY_MINUTES)) && (
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
      ))}
    </ol>
  );
}

/** The days of the week (0 is Monday), grouped by equal open hours. */
function sameDays(lines: readonly WeekLine[]): Days[] {
  const found = new Map<string, Days>();
  for (let day = 0; day < 7; day += 1) {
    const open = lines.flatMap((line) => {
      const hours = line.spans.flatMap((span) => onDayWords(span, day) ?? []);
      return hours.length > 0 ? [{ line, hours: hours.join(', ') }] : [];
    });
    const key = JSON.stringify(open.map(({ line, hours }) => [line.key, hours]));
    const same = found.get(key);
    if (same) same.days.push(day);
    else found.set(key, { days: [day], open });
  }
  return [...found.values()];
}
