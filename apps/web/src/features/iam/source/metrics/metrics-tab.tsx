import { Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { sourceMetricsQuery } from '#data/sources/source-status';
import { formatInstant } from '#lib/format';
import { Empty, Failure, Loading } from '#ui/page-states';
import { HealthPanel } from '../overview/health-panel';
import type { SourceTabProps } from '../source-tab-props';
import { CallsOverTime } from './calls-over-time';
import { ErrorsByKind } from './errors-by-kind';
import { MetricFigures } from './metric-figures';

/** Calls, errors and response times of reading a source, over the last week. */
export function MetricsTab({ source: { id } }: SourceTabProps) {
  const { t } = useTranslation('source');
  const { data, error, refetch } = useQuery(sourceMetricsQuery(id));
  if (!data) return error ? <Failure error={error} onRetry={refetch} /> : <Loading label={t('metrics.loading')} />;
  const hasCalls = data.usageData.requests > 0;
  return (
    <Stack gap="md">
      <p className="mute">{t('metrics.since', { when: formatInstant(data.from) })}</p>
      <HealthPanel sourceId={id} />
      {hasCalls ? (
        <>
          <MetricFigures metrics={data} />
          <CallsOverTime metrics={data} />
          <ErrorsByKind metrics={data} />
        </>
      ) : (
        <Empty title={t('metrics.none')} hint={t('metrics.noneHint')} />
      )}
    </Stack>
  );
}
