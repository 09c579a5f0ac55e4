import type { SourceMetrics } from '@key2xs/contract';
import { useTranslation } from 'react-i18next';
import { Bars } from '#components/charts/bars';
import { ChartPanel } from '#components/charts/chart-panel';

const kinds = ['auth', 'permission', 'throttle', 'network', 'data', 'server'] as const;

/** Failed calls by kind of error. */
export function ErrorsByKind({ metrics: { errorRates } }: { metrics: SourceMetrics }) {
  const { t } = useTranslation('source');
  const lines = kinds.map((kind) => {
    const { count, rate } = errorRates[kind];
    const percent = Math.round(rate * 1_000) / 10;
    return { name: t(`metrics.errors.${kind}`), count, percent };
  });
  const sum = lines.reduce((all, { count }) => all + count, 0);
  const worst = [...lines].sort((a, b) => b.count - a.count)[0];
  return (
    <ChartPanel
      title={t('metrics.errors.title')}
      sentence={
        sum === 0 ? t('metrics.errors.none') : t('metrics.errors.sentence', { count: sum, worst: worst?.name ?? '' })
      }
      table={{
        fileName: 'failed-calls.csv',
        headers: [t('metrics.errors.kind'), t('metrics.errors.calls'), t('metrics.errors.share')],
        lines: lines.map(({ name, count, percent }) => [name, count, percent]),
      }}
    >
      <Bars
        label={t('metrics.errors.title')}
        hint={t('metrics.errors.hint')}
        lines={lines.map(({ name, count, percent }) => ({
          name,
          value: count,
          words: t('metrics.errors.words', { name, count, percent }),
        }))}
      />
    </ChartPanel>
  );
}
