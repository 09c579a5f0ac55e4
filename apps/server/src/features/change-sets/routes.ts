import { changeSets, pageOf } from '@key2xs/contract';
import type { FastifyInstance } from 'fastify';
import { recordEvent } from '#platform/audit';
import type { Db, Deps } from '#platform/deps';
import { notFound } from '#platform/errors';
import { route } from '#platform/route';
import { presentTask } from '../tasks/service';
import { allowOnce, applyChangeSet, discard, raiseLimit } from './decide';
import { presentChangeSet, presentItem } from './present';
import {
  type ChangeSetRow,
  countChangeSets,
  countItems,
  findChangeSet,
  type ItemFilter,
  listChangeSets,
  listItems,
} from './queries';

async function getChangeSet(db: Db, id: string): Promise<ChangeSetRow> {
  const row = await findChangeSet(db, id);
  if (!row) throw notFound('change set');
  return row;
}

const columns = ['ordinal', 'kind', 'label', 'reference', 'detail', 'before', 'after', 'outcome', 'message'] as const;
const exportPage = 1_000;

async function* exportRows(db: Db, changeSetId: string, filter: ItemFilter) {
  for (let offset = 0; ; offset += exportPage) {
    const rows = await listItems(db, changeSetId, filter, { offset, limit: exportPage });
    for (const row of rows) {
      const item = presentItem(row);
      yield columns.map((column) => {
        const value = item[column];
        return typeof value === 'object' && value !== null ? JSON.stringify(value) : value;
      });
    }
    if (rows.length < exportPage) return;
  }
}

export function changeSetRoutes(app: FastifyInstance, deps: Deps): void {
  const { db } = deps;
  route(app, deps, changeSets.list, async ({ query }) => {
    const page = pageOf(query, { standard: 50, max: 200 });
    const [rows, total] = [await listChangeSets(db, query, page), await countChangeSets(db, query)];
    return { items: rows.map(presentChangeSet), total, ...page };
  });
  route(app, deps, changeSets.get, async ({ params }) => presentChangeSet(await getChangeSet(db, params.id)));
  route(app, deps, changeSets.items, async ({ params, query }) => {
    await getChangeSet(db, params.id);
    const page = pageOf(query, { standard: 50, max: 200 });
    const rows = await listItems(db, params.id, query, { ...page, sort: query.sort });
    return {
      items: rows.map(presentItem),
      total: await countItems(db, params.id, query),
      ...page,
    };
  });
  route(app, deps, changeSets.exportCsv, async ({ params, query, caller }) => {
    await getChangeSet(db, params.id);
    const about = { id: params.id, details: query };
    await db.transaction().execute((tx) => recordEvent(tx, caller, 'change_set.exported', about));
    return { fileName: `changes-${params.id}.csv`, header: [...columns], rows: exportRows(db, params.id, query) };
  });
  route(app, deps, changeSets.apply, async ({ params, caller }) =>
    presentTask(await applyChangeSet(deps, caller, params.id)),
  );
  route(app, deps, changeSets.allowOnce, async ({ params, body, caller }) =>
    presentTask(await allowOnce(deps, caller, params.id, body.reason)),
  );
  route(app, deps, changeSets.raiseLimit, async ({ params, body, caller }) =>
    presentTask(await raiseLimit(deps, caller, params.id, body)),
  );
  route(app, deps, changeSets.discard, async ({ params, body, caller }) =>
    presentChangeSet(await discard(deps, caller, params.id, body.reason)),
  );
}
