import { access } from '@key2xs/contract';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#platform/deps';
import { route } from '#platform/http/route';
import { evaluateUserAccess } from './service';

export function accessRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, access.evaluate, ({ params, query, reader }) =>
    evaluateUserAccess(deps, reader, { ...params, ...query }),
  );
}
