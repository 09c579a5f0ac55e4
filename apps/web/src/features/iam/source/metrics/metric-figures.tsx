import type { SourceMetrics } from '@key2xs/contract';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '#lib/format';
import { StatStrip } from '#ui/stat-strip';

/** Runs, calls, objects read and response times. */
export function MetricFigures({ metrics: { usageData, responseTimes } }: { metrics: SourceMetrics }) {
  const { t } = useTranslation('source');
  const { runs, requests, requests_per_run, objects, objects_per_run, highest_load } = usageData;
  const time = (ms: number | null) => (ms === null ? '–' : t('metrics.ms', { count: ms }));
  const perRun = (count: number) => t('metrics.perRun', { count: Math.round(count) });
  return (
    <StatStrip
      items={[
        { label: t('tabs.runs'), value: formatNumber(runs) },
        { label: t('metrics.errors.calls'), value: formatNumber(requests), hint: perRun(requests_per_run) },
        { label: t('metrics.objects'), value: formatNumber(objects), hint: perRun(objects_per_run) },
        ...(highest_load === null
          ? []
          : [{ label: t('metrics.load'), value: t('metrics.percent', { count: Math.round(highest_load * 100) }) }]),
        {
          label: t('metrics.answer'),
          value: time(responseTimes.p50),
          hint: t('metrics.slow', { p95: time(responseTimes.p95), p99: time(responseTimes.p99) }),
        },
      ]}
    />
  );
}
