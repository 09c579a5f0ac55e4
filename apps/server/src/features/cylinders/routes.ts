import { cylinders } from '@key2xs/contract';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#platform/deps';
import { route } from '#platform/http/route';
import { listRoutes } from '#platform/list/list-routes';
import { cylinderSource } from './cylinder-source';
import { groupSource } from './group-source';
import { findFacets } from './queries';
import { getCylinder, getGroup } from './service';

export function cylinderRoutes(app: FastifyInstance, deps: Deps): void {
  listRoutes(app, deps, cylinderSource);
  listRoutes(app, deps, groupSource);
  route(app, deps, cylinders.get, ({ params, reader }) => getCylinder(reader, params.id));
  route(app, deps, cylinders.group, ({ params, reader }) => getGroup(reader, params.id));
  route(app, deps, cylinders.facets, ({ reader }) => findFacets(reader));
}
