import { administrators } from '@key2xs/contract';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#platform/deps';
import { route } from '#platform/http/route';
import { listRoutes } from '#platform/list/list-routes';
import { administratorSource } from './administrator-source';
import { getAdministrator } from './get-administrator';

export function administratorRoutes(app: FastifyInstance, deps: Deps): void {
  listRoutes(app, deps, administratorSource);
  route(app, deps, administrators.get, ({ reader, params }) => getAdministrator(reader, params.id));
}
