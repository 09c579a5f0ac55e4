import { overview } from '@key2xs/contract';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#platform/deps';
import { route } from '#platform/route';
import { getOverview, searchEverything } from './service';

export function overviewRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, overview.get, () => getOverview(deps.db));
  route(app, deps, overview.search, async ({ query }) => ({ items: await searchEverything(deps.db, query.q) }));
}
