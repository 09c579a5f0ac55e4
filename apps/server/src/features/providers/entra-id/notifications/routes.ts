import { entraNotifications, takenBodyOf } from '@key2xs/contract';
import { say } from '@key2xs/texts';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { type AddressedWebhook, createReceiver } from '#features/source-webhooks/service';
import type { Deps } from '#platform/deps';
import { AppError } from '#platform/errors';
import { readDelivery } from './read-delivery';

export function entraNotificationRoutes(app: FastifyInstance, deps: Deps): void {
  app.register(async (scope) => receivingRoute(scope, deps));
}

const Query = z.object({ validationToken: z.string().optional() });

const webhookOf = 'webhook';

/** Longer tokens are not Microsoft's. */
const maxTokenLength = 2_048;

/** Not as the others: it echoes a plain text, and takes a body whose type says nothing. */
async function receivingRoute(app: FastifyInstance, deps: Deps): Promise<void> {
  const endpoint = entraNotifications.receive;
  const receiver = createReceiver(deps);
  app.addContentTypeParser('text/plain', { parseAs: 'buffer' }, (_request, bytes, done) => done(null, bytes));
  app.decorateRequest(webhookOf, undefined);
  app.route<{ Params: { connection_key: string }; Body: unknown }>({
    method: endpoint.method,
    url: `/api/v1${endpoint.path}`,
    bodyLimit: takenBodyOf(endpoint).maxBytes,
    config: { endpoint },
    /** Before anything of the body is read: only a source that was given the address may send one. */
    async onRequest(request) {
      request.setDecorator(webhookOf, await receiver.find(request.params.connection_key));
    },
    async handler(request, reply) {
      const { query, body, ip } = request;
      const { validationToken } = Query.safeParse(query).data ?? {};
      const bytes = body instanceof Uint8Array ? body : undefined;
      if (validationToken === undefined && !bytes) throw new AppError('bad_request', say('request.notJson'));
      const row = request.getDecorator<AddressedWebhook>(webhookOf);
      if (validationToken !== undefined) {
        if (validationToken.length > maxTokenLength)
          throw new AppError('bad_request', say('sourceWebhook.tokenTooLong'));
        return reply.type('text/plain; charset=utf-8').send(validationToken);
      }
      if (bytes) await receiver.receive(row, readDelivery(bytes), ip);
      return reply.code(202).send({});
    },
  });
}
