import { cylinders, pageOf } from '@key2xs/contract';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#platform/deps';
import { notFound } from '#platform/errors';
import { route } from '#platform/route';
import { countCylinders, countGroups, findCylinder, listCylinders, listGroups } from './queries';

export function cylinderRoutes(app: FastifyInstance, deps: Deps): void {
  const { db } = deps;
  route(app, deps, cylinders.list, async ({ query }) => {
    const page = pageOf(query, { standard: 50, max: 200 });
    const items = await listCylinders(db, query, { ...page, sort: query.sort });
    return { items, total: await countCylinders(db, query), ...page };
  });
  route(app, deps, cylinders.get, async ({ params }) => {
    const row = await findCylinder(db, params.id);
    if (!row) throw notFound('cylinder');
    return row;
  });
  route(app, deps, cylinders.groups, async ({ query }) => {
    const page = pageOf(query, { standard: 100, max: 500 });
    return { items: await listGroups(db, query, page), total: await countGroups(db, query), ...page };
  });
}
