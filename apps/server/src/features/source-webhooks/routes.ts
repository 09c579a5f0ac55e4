import { sourceWebhooks } from '@key2xs/contract';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#platform/deps';
import { route } from '#platform/http/route';
import { presentWebhook } from './present';
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
}
