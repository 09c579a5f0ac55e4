import { keyList, keys, pageOf } from '@key2xs/contract';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#platform/deps';
import { route } from '#platform/http/route';
import { listRoutes } from '#platform/list/list-routes';
import { keySource } from './key-source';
import { listPage } from './service';

export function keyRoutes(app: FastifyInstance, deps: Deps): void {
  listRoutes(app, deps, { list: keyList, find: (_, reader) => keySource(reader, deps.clock()) });
  route(app, deps, keys.events, ({ query, reader, caller }) =>
    listPage({ reader, caller }, query, pageOf(query, { standard: 50, max: 200 })),
  );
}
