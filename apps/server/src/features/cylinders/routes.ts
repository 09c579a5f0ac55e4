import { cylinders, pageOf } from '@key2xs/contract';
import type { FastifyInstance } from 'fastify';
import { recordEvent } from '#platform/audit';
import type { Deps } from '#platform/deps';
import { route } from '#platform/route';
import { exportCylinders, exportGroups } from './exports';
import { countGroups, listGroups } from './group-queries';
import { presentCylinder, presentGroup } from './present';
import { countCylinders, findFacets, listCylinders } from './queries';
import { getCylinder, getGroup } from './service';

export function cylinderRoutes(app: FastifyInstance, deps: Deps): void {
  const { db } = deps;
  route(app, deps, cylinders.list, async ({ query }) => {
    const page = pageOf(query, { standard: 50, max: 200 });
    const rows = await listCylinders(db, query, { ...page, sort: query.sort });
    return { items: rows.map(presentCylinder), total: await countCylinders(db, query), ...page };
  });
  route(app, deps, cylinders.get, ({ params }) => getCylinder(db, params.id));
  route(app, deps, cylinders.groups, async ({ query }) => {
    const page = pageOf(query, { standard: 100, max: 500 });
    const rows = await listGroups(db, query, { ...page, sort: query.sort });
    return { items: rows.map(presentGroup), total: await countGroups(db, query), ...page };
  });
  route(app, deps, cylinders.group, ({ params }) => getGroup(db, params.id));
  route(app, deps, cylinders.facets, () => findFacets(db));
  route(app, deps, cylinders.exportCsv, async ({ caller, query }) => {
    await db
      .transaction()
      .execute((tx) => recordEvent(tx, caller, 'inventory.exported', { details: { list: 'cylinders', ...query } }));
    return exportCylinders(db, query);
  });
  route(app, deps, cylinders.exportGroupsCsv, async ({ caller, query }) => {
    await db
      .transaction()
      .execute((tx) =>
        recordEvent(tx, caller, 'inventory.exported', { details: { list: 'cylinder_groups', ...query } }),
      );
    return exportGroups(db, query);
  });
}
