import { pageOf, workList } from '@key2xs/contract';
import type { FastifyInstance } from 'fastify';
import { recordEvent } from '#platform/audit';
import type { Caller, Db, Deps } from '#platform/deps';
import { groupBy } from '#platform/group-by';
import { route } from '#platform/route';
import { assignWork, markWorkDone, reopenWork } from './decide';
import { exportColumns, exportWork } from './export-work';
import { isReadable } from './is-readable';
import { presentWork } from './present';
import { printWorkList } from './print-work-list';
import {
  countWork,
  type ListedWork,
  listOperators,
  listRecordedReferences,
  listWork,
  type WorkFilter,
} from './queries';

type Asked = Omit<WorkFilter, 'assigned_to'> & { assigned_to?: string | undefined };

export function workListRoutes(app: FastifyInstance, deps: Deps): void {
  const { db } = deps;
  /** 'me' is whoever asks. */
  const filterOf = (query: Asked, caller: Caller): WorkFilter =>
    query.assigned_to === 'me' ? { ...query, assigned_to: caller.actor?.id } : query;
  const noteExport = (caller: Caller, details: Record<string, unknown>) =>
    db.transaction().execute((tx) => recordEvent(tx, caller, 'work_list.exported', { details }));

  route(app, deps, workList.list, async ({ query, caller }) => {
    const page = pageOf(query, { standard: 50, max: 200 });
    const filter = filterOf(query, caller);
    const rows = await listWork(db, filter, { ...page, sort: query.sort });
    return { items: await present(db, rows), total: await countWork(db, filter), ...page };
  });
  route(app, deps, workList.exportCsv, async ({ query, caller }) => {
    await noteExport(caller, { ...query, form: 'csv' });
    return { fileName: 'work-list.csv', header: [...exportColumns], rows: exportWork(db, filterOf(query, caller)) };
  });
  route(app, deps, workList.exportPdf, async ({ query, caller, signal }) => {
    const printed = await printWorkList(deps, filterOf(query, caller), signal);
    await noteExport(caller, { ...query, form: 'pdf' });
    return printed;
  });
  route(app, deps, workList.operators, async () => ({ items: await listOperators(db) }));
  route(app, deps, workList.assign, ({ caller, body }) => assignWork(deps, caller, body));
  route(app, deps, workList.markDone, ({ caller, body }) => markWorkDone(deps, caller, body));
  route(app, deps, workList.reopen, ({ caller, body }) => reopenWork(deps, caller, body));
}

/** A reference is ours in every key system, so what one of them bears says nothing about another. */
async function present(db: Db, rows: readonly ListedWork[]) {
  const recorded = new Map<string, Set<string>>();
  for (const [connectionId, entries] of groupBy(rows, ({ connection_id }) => connection_id)) {
    recorded.set(connectionId, await listRecordedReferences(db, connectionId, entries.flatMap(referencesOf)));
  }
  return rows.map((row) => presentWork(row, isReadable(row, recorded.get(row.connection_id) ?? new Set())));
}

const referencesOf = ({ write: { reference, person_reference, profile_reference } }: ListedWork): string[] =>
  [reference, person_reference, profile_reference].filter((one) => typeof one === 'string');
