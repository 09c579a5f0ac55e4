import { type Input, type Webhook, type WebhookFields, webhooks } from '@key2xs/contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { endpointQuery, useCall } from './calls/endpoint-calls';

/** Webhooks with their health, the oldest first. */
export const webhooksQuery = endpointQuery(webhooks.list, ['all'], {});

type LogQuery = Input<typeof webhooks.deliveries>['query'];

const pollMs = 5_000;

/** What was sent to a webhook, the newest first; read again while something waits. */
export const deliveriesQuery = (id: string, query: LogQuery) =>
  queryOptions({
    ...endpointQuery(webhooks.deliveries, [id, query], { params: { id }, query }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) => (data?.items.some(({ state }) => state === 'waiting') ? pollMs : false),
  });

type Versioned = Pick<Webhook, 'id' | 'version'>;

export const useCreateWebhook = () => useCall(webhooks.create, (body: WebhookFields) => ({ body }));

/** Changes nothing after a concurrent change (version_conflict). */
export const useUpdateWebhook = () =>
  useCall(
    webhooks.update,
    ({ webhook: { id }, fields: body }: { webhook: Versioned; fields: WebhookFields }) => ({ params: { id }, body }),
    ({ webhook: { version } }) => ({ ifMatch: version }),
  );

export const useRemoveWebhook = () =>
  useCall(
    webhooks.remove,
    ({ id }: Versioned) => ({ params: { id } }),
    ({ version }) => ({ ifMatch: version }),
  );

export const useRotateWebhookSecret = () => useCall(webhooks.rotateSecret, (id: string) => ({ params: { id } }));

/** The receiver has 15 seconds to answer. */
const testMs = 40_000;

export const useTestWebhook = () =>
  useCall(webhooks.sendTest, (id: string) => ({ params: { id } }), { timeoutMs: testMs });

export const useResendDelivery = (id: string) =>
  useCall(webhooks.resend, (delivery_id: string) => ({ params: { id, delivery_id } }));
