import { access, doorPeopleList, groupPeopleList, locationPeopleList, memory } from '@key2xs/contract';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#platform/deps';
import { route } from '#platform/http/route';
import { listRoutes } from '#platform/list/list-routes';
import type { Reader } from '#platform/visible-to';
import { getGroup } from '../cylinders/service';
import { readAccessMatrix } from './access-matrix';
import { cylinderPeopleSource, groupPeopleSource, locationPeopleSource } from './door-people';
import { changeMemory, getMemory } from './memory';
import { checkAccess, evaluateUserAccess } from './service';

export function accessRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, access.evaluate, ({ params, query, reader }) =>
    evaluateUserAccess(deps, reader, { ...params, ...query }),
  );
  route(app, deps, access.check, ({ query, reader }) => checkAccess(deps, reader, query));
  route(app, deps, memory.get, ({ reader }) => getMemory(reader));
  route(app, deps, memory.change, ({ caller, body }) => changeMemory(deps, caller, body.retention_days));
  listRoutes(app, deps, { list: doorPeopleList, find: (wanted) => cylinderPeopleSource(deps, wanted) });
  // A group without doors is known to the database alone.
  const check = (reader: Reader, { group_id }: { group_id: string }) => getGroup(reader, group_id);
  listRoutes(app, deps, { list: groupPeopleList, find: (wanted) => groupPeopleSource(deps, wanted) }, { check });
  listRoutes(app, deps, { list: locationPeopleList, find: (wanted) => locationPeopleSource(deps, wanted) });
  route(app, deps, access.matrix, ({ body }) => readAccessMatrix(deps, body));
}
