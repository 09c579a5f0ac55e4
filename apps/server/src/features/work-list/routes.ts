import { workItemList, workList } from '@key2xs/contract';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#platform/deps';
import { route } from '#platform/http/route';
import { listRoutes, recordExport } from '#platform/list/list-routes';
import { assignWork, markWorkDone, reopenWork } from './decide';
import { estimateWork } from './estimate';
import { readGroups } from './groups';
import { printWorkList } from './print-work-list';
import { listOperators } from './queries';
import { workSource } from './work-source';

export function workListRoutes(app: FastifyInstance, deps: Deps): void {
  listRoutes(app, deps, { list: workItemList, find: (_, reader) => workSource(reader) });
  route(app, deps, workList.groups, ({ query, reader }) => readGroups(reader, { params: undefined, query }));
  route(app, deps, workList.exportPdf, async ({ query, caller, reader, signal }) => {
    const wanted = { params: undefined, query };
    const printed = await printWorkList(deps, { reader, signal }, wanted);
    await recordExport(deps, caller, { ...workItemList, fileName: printed.fileName }, wanted);
    return printed;
  });
  route(app, deps, workList.estimate, ({ reader, query }) => estimateWork(reader, deps.clock(), query));
  route(app, deps, workList.operators, async ({ reader }) => ({ items: await listOperators(reader) }));
  route(app, deps, workList.assign, ({ caller, body }) => assignWork(deps, caller, body));
  route(app, deps, workList.markDone, ({ caller, body }) => markWorkDone(deps, caller, body));
  route(app, deps, workList.reopen, ({ caller, body }) => reopenWork(deps, caller, body));
}
