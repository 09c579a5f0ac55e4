import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { overviewQuery } from '#data/overview';
import { Failure } from '#ui/page-states';
import { IdentityCell, KeySystemCell } from './connection-cells';
import { LastSyncCell, WaitingCell } from './work-cells';

/** The installation at a glance: both sides, the last sync, waiting decisions. */
export function StatusStrip() {
  const { t } = useTranslation('dashboard');
  const { data: overview, error, refetch } = useQuery(overviewQuery);
  if (error && !overview) {
    return (
      <Frame>
        <Failure error={error} onRetry={refetch} />
      </Frame>
    );
  }
  return (
    <Frame label={t('strip.label')} isBusy={!overview}>
      {overview && (
        <>
          <IdentityCell sources={overview.identity_sources} />
          <KeySystemCell systems={overview.key_systems} />
          <LastSyncCell task={overview.last_sync} />
          <WaitingCell waiting={overview.waiting} />
        </>
      )}
    </Frame>
  );
}

function Frame({ label, isBusy, children }: { label?: string; isBusy?: boolean; children: ReactNode }) {
  return (
    <section className="standing" aria-label={label} aria-busy={isBusy}>
      {children}
    </section>
  );
}
