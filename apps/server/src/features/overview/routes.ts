import { overview, SearchHit } from '@key2xs/contract';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#platform/deps';
import { route } from '#platform/http/route';
import { search } from './search';
import { createOverview } from './service';

export function overviewRoutes(app: FastifyInstance, deps: Deps): void {
  const getOverview = createOverview(deps);
  route(app, deps, overview.get, ({ reader, query }) => getOverview({ reader, zone: query.time_zone }));
  route(app, deps, overview.search, async ({ query, reader }) => ({
    items: SearchHit.array().parse(await search(reader, query.q)),
  }));
}
