import type { AccessWeek } from '@key2xs/contract';
import { useTranslation } from 'react-i18next';
import { WEEK_MINUTES } from '../../week/week-windows';
import { spanWords } from './week-words';

const height = 100;

/** How many people may open it, from Monday to Sunday, as steps; the maximum and minimum in words. */
export function WeekSteps({ week: { people } }: { week: AccessWeek }) {
  const { t } = useTranslation('access');
  const max = people.reduce((best, step) => (step.people > best.people ? step : best), { from: 0, to: 0, people: 0 });
  const min = people.reduce((best, step) => (step.people < best.people ? step : best), max);
  const levelOf = (count: number) => height - (max.people === 0 ? 0 : (count / max.people) * (height - 8));
  const path = people
    .map(({ from, to, people: count }) => `L${from} ${levelOf(count)}L${to} ${levelOf(count)}`)
    .join('');
  const words =
    min.people === max.people
      ? t('week.stepsSame', { count: max.people })
      : t('week.steps', {
          max: t('counted.people', { count: max.people }),
          when: spanWords(max),
          min: t('counted.people', { count: min.people }),
        });
  return (
    <div className="week-steps">
      <p className="week-name">
        <strong>{t('week.howMany')}</strong>
        <span className="week-hint">{words}</span>
      </p>
      <svg viewBox={`0 0 ${WEEK_MINUTES} ${height}`} preserveAspectRatio="none" role="img" aria-label={words}>
        <path d={`M0 ${height}${path}L${WEEK_MINUTES} ${height}Z`} />
      </svg>
    </div>
  );
}
