import { cylinderGroupList, cylinderList, cylinders } from '@key2xs/contract';
import type { FastifyInstance } from 'fastify';
import { presentDeleted } from '#platform/deleted';
import type { Deps } from '#platform/deps';
import { route } from '#platform/http/route';
import { listRoutes } from '#platform/list/list-routes';
import { cylinderSource } from './cylinder-source';
import { groupSource } from './group-source';
import { changeCylinder, createCylinder, removeCylinder } from './manage-cylinder';
import { changeGroup, createGroup, removeGroup } from './manage-group';
import { findFacets } from './queries';
import { getCylinder, getGroup } from './service';

export function cylinderRoutes(app: FastifyInstance, deps: Deps): void {
  listRoutes(app, deps, { list: cylinderList, find: (_, reader) => cylinderSource(reader) });
  listRoutes(app, deps, { list: cylinderGroupList, find: (_, reader) => groupSource(reader) });
  route(app, deps, cylinders.get, ({ params, reader }) => getCylinder(reader, params.id));
  route(app, deps, cylinders.group, ({ params, reader }) => getGroup(reader, params.id));
  route(app, deps, cylinders.create, ({ caller, body }) => createCylinder(deps, caller, body));
  route(app, deps, cylinders.update, ({ caller, params, body, expectedVersion }) =>
    changeCylinder({ deps, caller, id: params.id, expectedVersion }, body),
  );
  route(app, deps, cylinders.remove, async ({ caller, reader, params, expectedVersion }) =>
    presentDeleted(await removeCylinder({ deps, caller, id: params.id, expectedVersion }), reader.language),
  );
  route(app, deps, cylinders.createGroup, ({ caller, body }) => createGroup(deps, caller, body));
  route(app, deps, cylinders.updateGroup, ({ caller, params, body, expectedVersion }) =>
    changeGroup({ deps, caller, id: params.id, expectedVersion }, body),
  );
  route(app, deps, cylinders.removeGroup, async ({ caller, reader, params, expectedVersion }) =>
    presentDeleted(await removeGroup({ deps, caller, id: params.id, expectedVersion }), reader.language),
  );
  route(app, deps, cylinders.facets, ({ reader }) => findFacets(reader));
}
