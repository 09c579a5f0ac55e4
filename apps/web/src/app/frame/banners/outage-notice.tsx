import { Button } from '@mantine/core';
import { type Query, useIsFetching, useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { isHeldUp } from '#lib/calls/api-error';
import { Notice } from '#ui/notice';

/** Waiting for an unavailable server, or failed because of it. */
const waitsForServer = (query: Query) => query.isActive() && reasonOf(query) !== undefined;

function reasonOf({ state }: Query): string | undefined {
  const reason = state.fetchFailureReason ?? state.error;
  return isHeldUp(reason) ? reason.detail : undefined;
}

/** Shown above every screen while the server is unavailable: data may be stale, and an empty list may not be empty. */
export function OutageNotice() {
  const { t } = useTranslation('shell');
  const client = useQueryClient();
  const cache = client.getQueryCache();
  const reason = useSyncExternalStore(
    (onChange) => cache.subscribe(onChange),
    () => cache.getAll().filter(waitsForServer).map(reasonOf).at(0),
  );
  const isTrying = useIsFetching({ predicate: waitsForServer }) > 0;
  const retry = () => void client.refetchQueries({ predicate: waitsForServer });
  const again = (
    <Button variant="default" onClick={retry}>
      {t('word.tryAgain')}
    </Button>
  );
  return (
    <div role="status" className="outage">
      {reason && (
        <Notice tone="amber" title={t('outage.title')} actions={isTrying ? undefined : again}>
          {reason} {isTrying && t('outage.trying')}
        </Notice>
      )}
    </div>
  );
}
