import { keys, pageOf } from '@key2xs/contract';
import type { FastifyInstance } from 'fastify';
import { recordEvent } from '#platform/audit';
import type { Deps } from '#platform/deps';
import { route } from '#platform/route';
import { exportKeys } from './exports';
import { presentKey } from './present';
import { countKeys, listKeys } from './queries';
import { listPage } from './service';

export function keyRoutes(app: FastifyInstance, deps: Deps): void {
  const { db } = deps;
  route(app, deps, keys.list, async ({ query }) => {
    const page = pageOf(query, { standard: 50, max: 200 });
    const rows = await listKeys(db, query, { ...page, sort: query.sort });
    return { items: rows.map(presentKey), total: await countKeys(db, query), ...page };
  });
  route(app, deps, keys.exportCsv, async ({ caller, query }) => {
    await db
      .transaction()
      .execute((tx) => recordEvent(tx, caller, 'inventory.exported', { details: { list: 'keys', ...query } }));
    return exportKeys(db, query);
  });
  route(app, deps, keys.events, ({ query }) => listPage(db, query, pageOf(query, { standard: 50, max: 200 })));
}
