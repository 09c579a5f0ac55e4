import { effectiveAccess, exposedRightList, pageOf } from '@key2xs/contract';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#platform/deps';
import { route } from '#platform/http/route';
import { listRoutes } from '#platform/list/list-routes';
import { exposedSource } from './exposed-source';
import { readKeyAccess, summarizeExposure } from './service';

export function effectiveAccessRoutes(app: FastifyInstance, deps: Deps): void {
  const { clock } = deps;
  listRoutes(app, deps, { list: exposedRightList, find: (_, reader) => exposedSource(reader, clock()) });
  route(app, deps, effectiveAccess.summary, ({ reader }) => summarizeExposure(reader, clock()));
  route(app, deps, effectiveAccess.ofKey, ({ reader, params, query }) =>
    readKeyAccess(
      deps,
      { reader, now: clock() },
      { id: params.id, group: query.group_id, page: pageOf(query, { standard: 100, max: 200 }) },
    ),
  );
}
