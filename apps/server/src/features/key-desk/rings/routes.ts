import { keyRingList, keyRings } from '@key2xs/contract';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#platform/deps';
import { route } from '#platform/http/route';
import { listRoutes } from '#platform/list/list-routes';
import { ringSource } from './ring-source';
import { createRing, dissolveRing, ringsOfKeys, updateRing } from './service';

export function keyRingRoutes(app: FastifyInstance, deps: Deps): void {
  listRoutes(app, deps, { list: keyRingList, find: (_, reader) => ringSource(reader) });
  route(app, deps, keyRings.ofKeys, ({ reader, body }) => ringsOfKeys({ reader, now: deps.clock() }, body.keys));
  route(app, deps, keyRings.create, ({ caller, body }) => createRing({ deps, caller }, body));
  route(app, deps, keyRings.update, ({ caller, params, body, expectedVersion }) =>
    updateRing({ deps, caller, id: params.id, expectedVersion }, body),
  );
  route(app, deps, keyRings.dissolve, async ({ caller, params, expectedVersion }) => {
    await dissolveRing({ deps, caller, id: params.id, expectedVersion });
    return { success: true as const };
  });
}
