import { drift, driftList } from '@key2xs/contract';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#platform/deps';
import { route } from '#platform/http/route';
import { listRoutes } from '#platform/list/list-routes';
import { acceptDrift } from './accept';
import { driftSource } from './drift-source';

export function driftRoutes(app: FastifyInstance, deps: Deps): void {
  listRoutes(app, deps, { list: driftList, find: (_, reader) => driftSource(reader) });
  route(app, deps, drift.accept, ({ caller, body: { ids } }) => acceptDrift(deps, caller, ids));
}
