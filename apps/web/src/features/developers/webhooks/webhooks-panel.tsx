import { maxWebhooks, type Webhook } from '@key2xs/contract';
import { Button, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SecretOnce } from '#components/secret-once';
import { webhooksQuery } from '#data/webhooks';
import { Notice } from '#ui/notice';
import { Empty, Failure, Loading } from '#ui/page-states';
import { Panel } from '#ui/panel';
import { DeliveryLog } from './delivery-log';
import { VerifyCalls } from './verify-calls';
import { WebhookDrawer } from './webhook-drawer';
import { WebhookItem } from './webhook-item';

type Props = {
  /** The webhook in the URL whose log is open. */
  open: string | undefined;
  onOpen: (id: string | undefined) => void;
};

/** Addresses that are called when something has happened, and how their receivers check a call. */
export function WebhooksPanel({ open, onOpen }: Props) {
  const { t } = useTranslation('webhooks');
  const { data, error, refetch } = useQuery(webhooksQuery);
  const [edited, setEdited] = useState<Webhook | 'new'>();
  const [secret, setSecret] = useState<string>();
  const logged = data?.items.find(({ id }) => id === open);
  const isFull = data !== undefined && data.items.length >= maxWebhooks;
  const add = (
    <Button onClick={() => setEdited('new')} disabled={isFull}>
      {t('add')}
    </Button>
  );
  return (
    <Stack gap="md">
      <Panel title={t('title')} actions={data && data.items.length > 0 && add}>
        {!data && (error ? <Failure error={error} onRetry={refetch} /> : <Loading label={t('loading')} />)}
        {isFull && <Notice tone="blue" title={t('full', { count: maxWebhooks })} />}
        {data?.items.length === 0 && <Empty title={t('none')} hint={t('noneHint')} action={add} />}
        {data && data.items.length > 0 && (
          <ul className="webhooks" aria-label={t('title')}>
            {data.items.map((webhook) => (
              <WebhookItem
                key={webhook.id}
                webhook={webhook}
                onEdit={() => setEdited(webhook)}
                onLog={() => onOpen(webhook.id)}
                onSecret={setSecret}
              />
            ))}
          </ul>
        )}
      </Panel>
      <VerifyCalls />
      {edited && (
        <WebhookDrawer
          key={edited === 'new' ? edited : edited.id}
          webhook={edited === 'new' ? undefined : edited}
          onSecret={setSecret}
          onClose={() => setEdited(undefined)}
        />
      )}
      {logged && <DeliveryLog key={logged.id} webhook={logged} onClose={() => onOpen(undefined)} />}
      {secret && (
        <SecretOnce
          title={t('secret.title')}
          hint={t('secret.use')}
          label={t('secret.label')}
          secret={secret}
          onClose={() => setSecret(undefined)}
        />
      )}
    </Stack>
  );
}
