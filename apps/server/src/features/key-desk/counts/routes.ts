import { keyCounts, pageOf } from '@key2xs/contract';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#platform/deps';
import { route } from '#platform/http/route';
import { listRoutes } from '#platform/list/list-routes';
import { closeCount } from './close-count';
import { countPdf } from './count-pdf';
import { countSource } from './count-source';
import { scanCount } from './scan-count';
import { discardCount, getCountDetail, listDifferences, removeScan, startCount } from './service';

export function keyCountRoutes(app: FastifyInstance, deps: Deps): void {
  listRoutes(app, deps, countSource);
  route(app, deps, keyCounts.start, ({ caller, body }) => startCount({ deps, caller }, body));
  route(app, deps, keyCounts.get, ({ reader, params }) => getCountDetail(reader, params.id));
  route(app, deps, keyCounts.differences, ({ reader, params, query: { kind, ...paging } }) =>
    listDifferences(reader, params.id, { kind, ...pageOf(paging, { standard: 50, max: 200 }) }),
  );
  route(app, deps, keyCounts.scan, ({ caller, params, body }) =>
    scanCount({ deps, caller }, { id: params.id, text: body.text, key_id: body.key_id }),
  );
  route(app, deps, keyCounts.removeScan, ({ caller, params }) => removeScan({ deps, caller }, params));
  route(app, deps, keyCounts.close, ({ caller, params, body, expectedVersion }) =>
    closeCount({ deps, caller }, { ...body, id: params.id, expectedVersion }),
  );
  route(app, deps, keyCounts.discard, async ({ caller, params }) => {
    await discardCount({ deps, caller }, params.id);
    return { success: true as const };
  });
  route(app, deps, keyCounts.pdf, ({ reader, caller, params, signal }) =>
    countPdf({ deps, reader, caller, signal }, params.id),
  );
}
