import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { sourceMetricsQuery } from '#data/sources/source-status';
import { Failure, Loading } from '#ui/page-states';
import { Panel } from '#ui/panel';
import { StatusTag } from '#ui/status-tag';

/** The score, and each reason with its cost and remedy. The page explains a refused sign-in above it. */
export function HealthPanel({ sourceId }: { sourceId: string }) {
  const { t } = useTranslation('source');
  const { data, error, refetch } = useQuery(sourceMetricsQuery(sourceId));
  if (!data) {
    return (
      <Panel title={t('health.title')}>
        {error ? <Failure error={error} onRetry={refetch} /> : <Loading label={t('health.loading')} />}
      </Panel>
    );
  }
  const { score, reasons } = data.health;
  return (
    <Panel title={t('health.title')} actions={<strong>{t('health.score', { score })}</strong>} padded>
      {reasons.length === 0 ? (
        <p>{t(score === 0 ? 'health.unknown' : 'health.nothing')}</p>
      ) : (
        <ul className="source-reasons">
          {reasons.map(({ code, costs, message }) => (
            <li key={code}>
              <StatusTag tone={costs >= 50 ? 'red' : 'amber'} label={t('health.costs', { costs })} isPlain />
              <span>{code === 'credential_refused' ? t('health.cannotSignIn') : message}</span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
