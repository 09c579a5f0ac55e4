import type { DayOfChanges } from '@key2xs/contract';
import { Link } from '@tanstack/react-router';
import type { CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDate } from '#lib/format';

/** People who joined and left on each of the last days; each day links to its changes. */
export function LastDays({ days }: { days: readonly DayOfChanges[] }) {
  const { t } = useTranslation('dashboard');
  const most = Math.max(1, ...days.flatMap(({ joined, left }) => [joined, left]));
  const isEmpty = days.every((day) => Object.values(countsOf(day)).every((count) => count === 0));
  return (
    <section className="panel" aria-labelledby="last-days">
      <div className="panel-head">
        <h2 id="last-days">{t('days.title')}</h2>
        <span className="mute">{t('days.hint')}</span>
      </div>
      {isEmpty ? (
        <p className="needs-none mute">{t('days.none')}</p>
      ) : (
        <>
          <ol className="days">
            {days.map((day) => (
              <Day key={day.from} day={day} most={most} />
            ))}
          </ol>
          <p className="days-legend mute" aria-hidden>
            <span>{formatDate(days[0]?.from)}</span>
            <span>{t('days.today')}</span>
          </p>
          <p className="days-words mute">
            <span className="day-key" data-of="joined" /> {t('days.joined')}
            <span className="day-key" data-of="left" /> {t('days.left')}. {t('days.click')}
          </p>
        </>
      )}
    </section>
  );
}

const countsOf = ({ from: _, before: __, ...counts }: DayOfChanges) => counts;

function Day({ day, most }: { day: DayOfChanges; most: number }) {
  const { t } = useTranslation('dashboard');
  const { from, before, joined, left, moved, rights_granted: granted, rights_withdrawn: withdrawn } = day;
  const words = t('days.day', { day: formatDate(from), joined, left, moved, granted, withdrawn });
  const unfinished = day.unfinished > 0 ? `; ${t('days.unfinished', { count: day.unfinished })}` : '';
  const height = (count: number) => ({ '--share': count === 0 ? 0 : Math.max(0.03, count / most) }) as CSSProperties; // CSSProperties has no custom properties.
  const hasOther = joined + left === 0 && moved + granted + withdrawn + day.unfinished > 0;
  return (
    <li>
      <Link
        to="/change-sets"
        search={{ applied_from: from, applied_before: before }}
        className="day"
        aria-label={words + unfinished}
        title={words + unfinished}
      >
        <span className="day-bar" data-of="joined" style={height(joined)} />
        <span className="day-bar" data-of="left" style={height(left)} />
        {hasOther && <span className="day-dot" />}
      </Link>
    </li>
  );
}
