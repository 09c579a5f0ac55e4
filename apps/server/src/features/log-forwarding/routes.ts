import { logDestinations } from '@key2xs/contract';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#platform/deps';
import { route } from '#platform/http/route';
import { listDestinations } from './destination-queries';
import { presentDestination } from './present';
import { changeDestination, createDestination, getDestination, removeDestination, sendTest } from './service';

export function logDestinationRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, logDestinations.list, async ({ reader }) => ({
    items: (await listDestinations(reader)).map(presentDestination),
  }));
  route(app, deps, logDestinations.get, async ({ reader, params }) =>
    presentDestination(await getDestination(reader, params.id)),
  );
  route(app, deps, logDestinations.create, async ({ caller, body }) =>
    presentDestination(await createDestination({ deps, caller }, body)),
  );
  route(app, deps, logDestinations.update, async ({ caller, params, body: fields, expectedVersion }) =>
    presentDestination(await changeDestination({ deps, caller }, params.id, { fields, expectedVersion })),
  );
  route(app, deps, logDestinations.remove, async ({ caller, params, expectedVersion }) => {
    await removeDestination({ deps, caller }, params.id, { expectedVersion });
    return { success: true } as const;
  });
  route(app, deps, logDestinations.sendTest, ({ caller, params, signal }) =>
    sendTest({ deps, caller, signal }, params.id),
  );
}
