import type { PlanFigures } from '@key2xs/contract';
import { useTranslation } from 'react-i18next';
import { ChartPanel } from '#components/charts/chart-panel';
import { HeatGrid } from '#components/charts/heat-grid';
import { formatNumber } from '#lib/format';
import { wordsOfWindows } from '#lib/time/describe-windows';
import { peopleWords, shareWords } from './figure-words';

const dayHours = 24;
const two = (hour: number) => String(hour).padStart(2, '0');

/** The week as seven lines of hours: how many people may open some door. */
export function Week({ figures: { by_hour, people: all } }: { figures: PlanFigures }) {
  const { t } = useTranslation('plan-statistics');
  const { days } = wordsOfWindows();
  const most = Math.max(0, ...by_hour);
  const least = Math.min(...by_hour);
  const nameOf = (hour: number) => {
    const start = hour % dayHours;
    return `${days[Math.floor(hour / dayHours)]} ${two(start)}:00–${two(start + 1)}:00`;
  };
  const wordsOf = (hour: number) => {
    const count = by_hour[hour] ?? 0;
    return `${nameOf(hour)}: ${peopleWords(count, t)} (${shareWords(count, all)})`;
  };
  const sentence =
    most === least
      ? t('week.even', { people: peopleWords(most, t) })
      : t('week.sentence', {
          most: peopleWords(most, t),
          busiest: nameOf(by_hour.indexOf(most)),
          least: peopleWords(least, t),
          quietest: nameOf(by_hour.indexOf(least)),
        });
  return (
    <ChartPanel
      title={t('week.title')}
      sentence={sentence}
      table={{
        fileName: 'people-by-hour.csv',
        headers: [t('week.hour'), t('columns.people')],
        lines: by_hour.map((count, hour) => [nameOf(hour), count]),
      }}
    >
      <HeatGrid
        label={t('week.title')}
        hint={t('week.hint', { count: all, all: formatNumber(all) })}
        rows={[...days]}
        columns={Array.from({ length: dayHours }, (_, hour) => two(hour))}
        every={3}
        cell={(row, column) => {
          const hour = row * dayHours + column;
          return { shade: (by_hour[hour] ?? 0) / Math.max(all, 1), tone: 'accent', words: wordsOf(hour) };
        }}
      />
    </ChartPanel>
  );
}
