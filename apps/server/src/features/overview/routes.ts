import { overview } from '@key2xs/contract';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#platform/deps';
import { route } from '#platform/http/route';
import { getOverview, searchEverything } from './service';

export function overviewRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, overview.get, ({ reader }) => getOverview(reader));
  route(app, deps, overview.search, async ({ query, reader }) => ({ items: await searchEverything(reader, query.q) }));
}
