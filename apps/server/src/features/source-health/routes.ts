import { pageOf, sourceEvents, sourceHealth } from '@key2xs/contract';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#platform/deps';
import { route } from '#platform/http/route';
import { getConnection } from '../iam/service';
import { countEvents, listEvents, presentEvent } from './list-events';
import { pollingStatus } from './polling-status';
import { sourceMetrics } from './source-metrics';

export function sourceHealthRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, sourceEvents.list, async ({ params, query, reader }) => {
    await getConnection(reader, params.id);
    const page = pageOf(query, { standard: 50, max: 500 });
    const [rows, total] = [await listEvents(reader.db, params.id, page), await countEvents(reader.db, params.id)];
    const events = rows.map((row) => presentEvent(row, reader));
    return { items: events, events, total, ...page };
  });
  route(app, deps, sourceHealth.metrics, ({ params, query, reader }) =>
    sourceMetrics(deps, reader, params.id, query.hours),
  );
  route(app, deps, sourceHealth.pollingStatus, ({ params, reader }) => pollingStatus(deps, reader, params.id));
}
