import { access, doorPeopleList, memory } from '@key2xs/contract';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#platform/deps';
import { route } from '#platform/http/route';
import { listRoutes } from '#platform/list/list-routes';
import { doorPeopleSource } from './door-people';
import { changeMemory, getMemory } from './memory';
import { checkAccess, evaluateUserAccess } from './service';

export function accessRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, access.evaluate, ({ params, query, reader }) =>
    evaluateUserAccess(deps, reader, { ...params, ...query }),
  );
  route(app, deps, access.check, ({ query, reader }) => checkAccess(deps, reader, query));
  route(app, deps, memory.get, ({ reader }) => getMemory(reader));
  route(app, deps, memory.change, ({ caller, body }) => changeMemory(deps, caller, body.retention_days));
  listRoutes(app, deps, { list: doorPeopleList, find: (wanted) => doorPeopleSource(deps, wanted) });
}
