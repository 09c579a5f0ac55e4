import { type SourceWebhook, sourceWebhooks } from '@key2xs/contract';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { TimeAgo } from '#components/time-ago';
import { useMay } from '#data/auth';
import { sourceWebhookQuery, useSwitchWebhook } from '#data/sources/source-status';
import { formatInstant } from '#lib/format';
import { KeyValues } from '#ui/key-values';
import { Failure, Loading } from '#ui/page-states';
import { Panel } from '#ui/panel';
import { useToast } from '#ui/toast';

/** Whether the source notifies us of changes, until when, and the switch for it. */
export function WebhookPanel({ sourceId }: { sourceId: string }) {
  const { t } = useTranslation('source');
  const { data, error, refetch } = useQuery(sourceWebhookQuery(sourceId));
  if (!data) {
    return (
      <Panel title={t('webhook.title')}>
        {error ? <Failure error={error} onRetry={refetch} /> : <Loading label={t('webhook.loading')} />}
      </Panel>
    );
  }
  return (
    <Panel title={t('webhook.title')} actions={<Switch sourceId={sourceId} webhook={data} />} padded>
      <p>{data.message}</p>
      {data.subscriptions.length > 0 && <Subscriptions webhook={data} />}
    </Panel>
  );
}

function Subscriptions({ webhook }: { webhook: SourceWebhook }) {
  const { t } = useTranslation('source');
  const { subscriptions, received, refused, last_event_at, waiting } = webhook;
  return (
    <>
      <KeyValues
        items={subscriptions.map(({ resource, ends_at, error }) => ({
          label: t(`webhook.resources.${resource}`),
          value: error ?? (ends_at ? t('webhook.until', { when: formatInstant(ends_at) }) : t('webhook.notYet')),
        }))}
      />
      <KeyValues
        areShort
        items={[
          { label: t('webhook.lastMessage'), value: <TimeAgo instant={last_event_at} /> },
          { label: t('webhook.received'), value: t('webhook.count', { count: received }) },
          { label: t('webhook.waiting'), value: t('webhook.count', { count: waiting }) },
          { label: t('webhook.refused'), value: t('webhook.count', { count: refused }) },
        ]}
      />
    </>
  );
}

function Switch({ sourceId, webhook: { state } }: { sourceId: string; webhook: SourceWebhook }) {
  const { t } = useTranslation('source');
  const toast = useToast();
  const change = useSwitchWebhook(sourceId);
  const isOff = state === 'off';
  const may = useMay(sourceWebhooks.switchOn);
  if (!may || state === 'unavailable') return null;
  return (
    <Button
      variant="default"
      size="compact-sm"
      loading={change.isPending}
      onClick={() => change.mutate(isOff, { onError: (error) => toast.failure(error.message) })}
    >
      {t(isOff ? 'webhook.switchOn' : 'webhook.switchOff')}
    </Button>
  );
}
