import {
  testEventKind,
  type Webhook,
  type WebhookDelivery,
  WebhookDeliveryState,
  webhookEventKinds,
} from '@key2xs/contract';
import { Button, Select, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { deliveriesQuery, useResendDelivery } from '#data/webhooks';
import { formatInstant, formatNumber } from '#lib/format';
import { Mono } from '#ui/mono';
import { SideDrawer } from '#ui/overlay/side-drawer';
import { Empty, Failure, Loading } from '#ui/page-states';
import { StatusTag } from '#ui/status-tag';
import { TableFoot } from '#ui/table/table-foot';
import { useToast } from '#ui/toast';
import { stateTones, useAttemptWords } from './webhook-words';

const limit = 20;
const kinds = [...webhookEventKinds, testEventKind] as const;

type Props = { webhook: Webhook; onClose: () => void };

/** What was sent to a webhook within 90 days, and how it went. */
export function DeliveryLog({ webhook, onClose }: Props) {
  const { t } = useTranslation('webhooks');
  return (
    <SideDrawer title={t('log.title', { name: new URL(webhook.url).host })} opened onClose={onClose}>
      <Log webhook={webhook} />
    </SideDrawer>
  );
}

function Log({ webhook }: Pick<Props, 'webhook'>) {
  const { t } = useTranslation('webhooks');
  const [state, setState] = useState<WebhookDeliveryState>();
  const [kind, setKind] = useState<(typeof kinds)[number]>();
  const [offset, setOffset] = useState(0);
  const { data, error, refetch } = useQuery(deliveriesQuery(webhook.id, { state, kind, offset, limit }));
  const isFiltered = state !== undefined || kind !== undefined;
  const none = <Empty title={t(isFiltered ? 'log.noMatch' : 'log.none')} hint={t('log.noneHint')} />;
  return (
    <Stack gap="md">
      <Select
        label={t('log.state')}
        placeholder={t('log.all')}
        clearable
        value={state ?? null}
        onChange={(chosen) => {
          setState(WebhookDeliveryState.options.find((one) => one === chosen));
          setOffset(0);
        }}
        data={WebhookDeliveryState.options.map((one) => ({ value: one, label: t(`states.${one}`) }))}
      />
      <Select
        label={t('log.kind')}
        placeholder={t('log.all')}
        clearable
        value={kind ?? null}
        onChange={(chosen) => {
          setKind(kinds.find((one) => one === chosen));
          setOffset(0);
        }}
        data={kinds.map((one) => ({ value: one, label: t(`events.${one}`) }))}
      />
      {!data && (error ? <Failure error={error} onRetry={refetch} /> : <Loading label={t('log.loading')} />)}
      {data?.total === 0 && none}
      {data && data.total > 0 && (
        <>
          <ol className="webhook-log" aria-label={t('log.open')}>
            {data.items.map((delivery) => (
              <Delivery key={delivery.id} webhook={webhook} delivery={delivery} />
            ))}
          </ol>
          <TableFoot offset={offset} limit={limit} total={data.total} shown={data.items.length} onChange={setOffset} />
        </>
      )}
    </Stack>
  );
}

function Delivery({ webhook, delivery }: Pick<Props, 'webhook'> & { delivery: WebhookDelivery }) {
  const { t } = useTranslation('webhooks');
  const toast = useToast();
  const words = useAttemptWords();
  const resend = useResendDelivery(webhook.id);
  const { id, sequence, kind, state, created_at, due_at, attempts } = delivery;
  const again = () =>
    resend.mutate(id, {
      onSuccess: () => toast.success(t('log.resent')),
      onError: (error) => toast.failure(error.message),
    });
  return (
    <li>
      <div className="section-head">
        <strong>{t(`events.${kind}`)}</strong>
        <StatusTag tone={stateTones[state]} label={t(`states.${state}`)} />
      </div>
      <p className="mute">{t('log.about', { number: formatNumber(sequence), when: formatInstant(created_at) })}</p>
      <p className="webhook-url">
        <Mono>{id}</Mono>
      </p>
      {attempts.length > 0 && (
        <ul>
          {attempts.map((attempt) => (
            <li key={attempt.at}>
              {formatInstant(attempt.at)}: {words(attempt)}
            </li>
          ))}
        </ul>
      )}
      {state === 'waiting' && <p>{t('log.due', { when: formatInstant(due_at) })}</p>}
      {webhook.is_enabled && kind !== testEventKind && (
        <Button
          variant="default"
          size="xs"
          loading={resend.isPending}
          onClick={again}
          aria-label={t('log.resendOf', { number: formatNumber(sequence) })}
        >
          {t('log.resend')}
        </Button>
      )}
    </li>
  );
}
