import type { SourceMetrics } from '@key2xs/contract';
import { useTranslation } from 'react-i18next';
import { ChartPanel } from '#components/charts/chart-panel';
import { formatInstant } from '#lib/format';
import { HourBars } from './hour-bars';

/** Calls by hour, the failed ones at the foot of each bar. */
export function CallsOverTime({ metrics: { usageData, from } }: { metrics: SourceMetrics }) {
  const { t } = useTranslation('source');
  const { hours, requests } = usageData;
  const failed = hours.reduce((sum, hour) => sum + hour.failed, 0);
  return (
    <ChartPanel
      title={t('metrics.calls.title')}
      sentence={t('metrics.calls.sentence', { count: requests, failed })}
      table={{
        fileName: 'calls-by-hour.csv',
        headers: [
          t('metrics.calls.hour'),
          t('metrics.errors.calls'),
          t('webhook.states.failed'),
          t('metrics.objects'),
          t('metrics.calls.units'),
        ],
        lines: hours.map((hour) => [formatInstant(hour.at), hour.requests, hour.failed, hour.objects, hour.units]),
      }}
    >
      <HourBars
        label={t('metrics.calls.title')}
        hint={t('metrics.calls.hint')}
        from={from}
        bars={hours.map(({ at, requests: count, failed: wrong, objects }) => ({
          at,
          value: count,
          failed: wrong,
          words: t('metrics.calls.words', { when: formatInstant(at), count, failed: wrong, objects }),
        }))}
      />
    </ChartPanel>
  );
}
