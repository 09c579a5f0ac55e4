import { sourceWebhooks, takenBodyOf } from '@key2xs/contract';
import { say } from '@key2xs/texts';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Deps } from '#platform/deps';
import { AppError } from '#platform/errors';
import { route } from '#platform/http/route';
import { createDeliveryBatches } from './delivery-batches';
import { presentWebhook } from './present';
import type { AddressedWebhook } from './queries';
import { getWebhookOf, readValidationToken, receiveDelivery } from './receive';
import { switchWebhook } from './service';

export function sourceWebhookRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, sourceWebhooks.get, ({ params, reader }) => presentWebhook(deps, reader, params.id));
  route(app, deps, sourceWebhooks.switchOn, async ({ caller, params, reader }) => {
    await switchWebhook(deps, caller, params.id, true);
    return presentWebhook(deps, reader, params.id);
  });
  route(app, deps, sourceWebhooks.switchOff, async ({ caller, params, reader }) => {
    await switchWebhook(deps, caller, params.id, false);
    return presentWebhook(deps, reader, params.id);
  });
  app.register(async (scope) => receivingRoute(scope, deps));
}

const Query = z.object({ validationToken: z.string().optional() });

const webhookOf = 'webhook';

/** Not as the others: it echoes a plain text, and takes a body whose type says nothing. */
async function receivingRoute(app: FastifyInstance, deps: Deps): Promise<void> {
  const endpoint = sourceWebhooks.receive;
  const batches = createDeliveryBatches(deps);
  app.addContentTypeParser('text/plain', { parseAs: 'buffer' }, (_request, bytes, done) => done(null, bytes));
  app.decorateRequest(webhookOf, undefined);
  app.route<{ Params: { connection_key: string }; Body: unknown }>({
    method: endpoint.method,
    url: `/api/v1${endpoint.path}`,
    bodyLimit: takenBodyOf(endpoint).maxBytes,
    config: { endpoint },
    /** Before anything of the body is read: only a source that was given the address may send one. */
    async onRequest(request) {
      request.setDecorator(webhookOf, await getWebhookOf(batches, request.params.connection_key));
    },
    async handler(request, reply) {
      const { query, body, ip } = request;
      const { validationToken } = Query.safeParse(query).data ?? {};
      const bytes = body instanceof Uint8Array ? body : undefined;
      if (validationToken === undefined && !bytes) throw new AppError('bad_request', say('request.notJson'));
      const row = request.getDecorator<AddressedWebhook>(webhookOf);
      if (validationToken !== undefined) {
        return reply.type('text/plain; charset=utf-8').send(readValidationToken(validationToken));
      }
      if (bytes) await receiveDelivery(deps, batches, row, { bytes, address: ip });
      return reply.code(202).send({});
    },
  });
}
