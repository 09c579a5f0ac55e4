import { reports } from '@key2xs/contract';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#platform/deps';
import { route } from '#platform/http/route';
import { exportReport } from './export-report';
import { listReports, readReport } from './service';

export function reportRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, reports.catalogue, async ({ reader }) => ({ items: listReports(reader) }));
  route(app, deps, reports.read, ({ params, query, reader }) => readReport(deps, reader, { id: params.report, query }));
  route(app, deps, reports.export, ({ params, query: { format, ...asked }, reader, caller, signal }) =>
    exportReport(deps, { reader, caller, signal }, { id: params.report, format, asked }),
  );
}
