import { audit } from '@key2xs/contract';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#platform/deps';
import { route } from '#platform/http/route';
import { csvOf } from '#platform/list/export-list';
import { recordExport } from '#platform/list/list-routes';
import { entrySource } from './entry-source';
import { exportPage } from './export-page';
import { listActors, readEntry, readLog } from './read-log';
import { readTimeStampState } from './stamp-log';
import { listVerifications, verifyNow } from './verifications';
import { verifyAudit } from './verify-audit';

export function auditRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, audit.list, ({ reader, query }) => readLog(reader, query));
  route(app, deps, audit.get, ({ reader, params }) => readEntry(reader, params.id));
  route(app, deps, audit.exportCsv, async ({ reader, caller, query }) => {
    const wanted = { params: undefined, query };
    await recordExport(deps, caller, entrySource.list, wanted);
    return csvOf(reader, entrySource, wanted);
  });
  route(app, deps, audit.exportPage, ({ reader, caller, query }) => exportPage(deps, { reader, caller }, query));
  route(app, deps, audit.actors, ({ reader }) => listActors(reader));
  route(app, deps, audit.verify, () => verifyAudit(deps));
  route(app, deps, audit.verifyNow, ({ caller }) => verifyNow(deps, caller));
  route(app, deps, audit.verifications, async ({ reader }) => ({
    items: await listVerifications(reader),
    time_stamp: await readTimeStampState(reader, deps.config),
  }));
}
