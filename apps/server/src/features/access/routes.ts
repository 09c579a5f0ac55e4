import { access, doorPeopleList } from '@key2xs/contract';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#platform/deps';
import { route } from '#platform/http/route';
import { listRoutes } from '#platform/list/list-routes';
import { doorPeopleSource } from './door-people';
import { checkAccess, evaluateUserAccess } from './service';

export function accessRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, access.evaluate, ({ params, query, reader }) =>
    evaluateUserAccess(deps, reader, { ...params, ...query }),
  );
  route(app, deps, access.check, ({ query, reader }) => checkAccess(deps, reader, query));
  listRoutes(app, deps, { list: doorPeopleList, find: (wanted) => doorPeopleSource(deps, wanted) });
}
