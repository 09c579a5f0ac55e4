import { useTranslation } from 'react-i18next';
import type { WeekProps } from './week-line';
import { dayName, onDayWords } from './week-words';

const days = [0, 1, 2, 3, 4, 5, 6];

/** The same data in words. */
export function WeekTable({ label, lines }: WeekProps) {
  const { t } = useTranslation('access');
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolls sideways in narrow windows, also by keyboard
    <section className="week-scroll" tabIndex={0} aria-label={label}>
      <table className="week-table">
        <caption className="visually-hidden">{label}</caption>
        <thead>
          <tr>
            <th scope="col">{t('week.lines')}</th>
            {days.map((day) => (
              <th key={day} scope="col">
                {dayName(day)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map(({ key, title, hint, spans }) => (
            <tr key={key}>
              <th scope="row">
                {title}
                <span className="week-hint">{hint}</span>
              </th>
              {days.map((day) => (
                <td key={day}>{spans.flatMap((span) => onDayWords(span, day) ?? []).join(', ') || '–'}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
