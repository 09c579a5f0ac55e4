import { pageOf, webhooks } from '@key2xs/contract';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#platform/deps';
import { route } from '#platform/http/route';
import { presentDelivery, presentWebhook } from './present';
import {
  changeWebhook,
  createWebhook,
  getWebhook,
  pageOfDeliveries,
  removeWebhook,
  resend,
  rotateSecret,
  sendTest,
  type WithSecret,
} from './service';
import { listWebhooks } from './webhook-queries';

export function webhookRoutes(app: FastifyInstance, deps: Deps): void {
  const withSecret = ({ webhook, secret }: WithSecret) => ({ ...presentWebhook(webhook, deps.clock()), secret });
  route(app, deps, webhooks.list, async ({ reader }) => ({
    items: (await listWebhooks(reader)).map((row) => presentWebhook(row, deps.clock())),
  }));
  route(app, deps, webhooks.get, async ({ reader, params }) =>
    presentWebhook(await getWebhook(reader, params.id), deps.clock()),
  );
  route(app, deps, webhooks.create, async ({ caller, body }) =>
    withSecret(await createWebhook({ deps, caller }, body)),
  );
  route(app, deps, webhooks.update, async ({ caller, params, body: fields, expectedVersion }) =>
    presentWebhook(await changeWebhook({ deps, caller }, params.id, { fields, expectedVersion }), deps.clock()),
  );
  route(app, deps, webhooks.remove, async ({ caller, params, expectedVersion }) => {
    await removeWebhook({ deps, caller }, params.id, { expectedVersion });
    return { success: true } as const;
  });
  route(app, deps, webhooks.rotateSecret, async ({ caller, params }) =>
    withSecret(await rotateSecret({ deps, caller }, params.id)),
  );
  route(app, deps, webhooks.sendTest, async ({ caller, params, signal }) =>
    presentDelivery(await sendTest({ deps, caller, signal }, params.id)),
  );
  route(app, deps, webhooks.deliveries, async ({ reader, params, query }) => {
    const page = pageOf(query, { standard: 50, max: 200 });
    const { rows, total } = await pageOfDeliveries(reader, params.id, { ...query, ...page });
    return { items: rows.map(presentDelivery), total, ...page };
  });
  route(app, deps, webhooks.resend, async ({ caller, params }) =>
    presentDelivery(await resend({ deps, caller }, params)),
  );
}
