import { type LogDestination, maxLogDestinations } from '@key2xs/contract';
import { Button, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { logDestinationsQuery } from '#data/log-destinations';
import { Notice } from '#ui/notice';
import { Empty, Failure, Loading } from '#ui/page-states';
import { Panel } from '#ui/panel';
import { DestinationDrawer } from './destination-drawer';
import { DestinationItem } from './destination-item';

/** Where the administration log is forwarded to, and how far that is. */
export function LogForwardingPanel() {
  const { t } = useTranslation('log-forwarding');
  const { data, error, refetch } = useQuery(logDestinationsQuery);
  const [edited, setEdited] = useState<LogDestination | 'new'>();
  const isFull = data !== undefined && data.items.length >= maxLogDestinations;
  const add = (
    <Button onClick={() => setEdited('new')} disabled={isFull}>
      {t('add')}
    </Button>
  );
  return (
    <Stack gap="md">
      <Notice tone="blue" title={t('what')}>
        {t('whatMore')}
      </Notice>
      <Panel title={t('title')} actions={data && data.items.length > 0 && add}>
        {!data && (error ? <Failure error={error} onRetry={refetch} /> : <Loading label={t('loading')} />)}
        {isFull && <Notice tone="blue" title={t('full', { count: maxLogDestinations })} />}
        {data?.items.length === 0 && <Empty title={t('none')} hint={t('noneHint')} action={add} />}
        {data && data.items.length > 0 && (
          <ul className="webhooks" aria-label={t('title')}>
            {data.items.map((destination) => (
              <DestinationItem key={destination.id} destination={destination} onEdit={() => setEdited(destination)} />
            ))}
          </ul>
        )}
      </Panel>
      {edited && (
        <DestinationDrawer
          key={edited === 'new' ? edited : edited.id}
          destination={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(undefined)}
        />
      )}
    </Stack>
  );
}
