import type { AccessWeek } from '@key2xs/contract';
import { useTranslation } from 'react-i18next';
import { WEEK_MINUTES } from '../../week/week-windows';
import { spanWords } from './week-words';

const height = 100;

/** How many people may open it, from Monday to Sunday, as steps; the maximum and minimum in words. */
export function WeekSteps({ week: { people } }: { week: AccessWeek }) {
  const { t } = useTranslation('access');
  const most = people.reduce((best, step) => (step.people > best.people ? step : best), { from: 0, to: 0, people: 0 });
  const least = people.reduce((best, step) => (step.people < best.people ? step : best), most);
  const levelOf = (count: number) => height - (most.people === 0 ? 0 : (count / most.people) * (height - 8));
  const path = people
    .map(({ from, to, people: count }) => `L${from} ${levelOf(count)}L${to} ${levelOf(count)}`)
    .join('');
  const words =
    least.people === most.people
      ? t('week.stepsSame', { count: most.people })
      : t('week.steps', {
          most: t('counted.people', { count: most.people }),
          when: spanWords(most),
          least: t('counted.people', { count: least.people }),
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
