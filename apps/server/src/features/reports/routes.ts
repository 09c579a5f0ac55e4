import { keptReports, reportSchedules, reports } from '@key2xs/contract';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#platform/deps';
import { route } from '#platform/http/route';
import { exportReport } from './export-report';
import { deleteKept, downloadKept, keepReport, listKept } from './kept/kept-reports';
import { exportPack } from './pack/compliance-pack';
import {
  changeSchedule,
  createSchedule,
  deleteSchedule,
  listRecipients,
  listSchedules,
  setPaused,
} from './schedules/service';
import { listReports, readReport } from './service';

export function reportRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, reports.catalogue, async ({ reader }) => ({ items: listReports(reader) }));
  route(app, deps, reports.read, ({ params, query, reader }) => readReport(deps, reader, { id: params.report, query }));
  route(app, deps, reports.export, ({ params, query: { format, ...asked }, reader, caller, signal }) =>
    exportReport(deps, { reader, caller, signal }, { id: params.report, format, asked }),
  );
  route(app, deps, reports.pack, ({ query, reader, caller }) => exportPack(deps, { reader, caller }, query));
  keptRoutes(app, deps);
  scheduleRoutes(app, deps);
}

const done = { success: true } as const;

function keptRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, keptReports.list, ({ reader }) => listKept(reader));
  route(app, deps, keptReports.keep, ({ params, body: { format, days_kept, ...asked }, reader, caller, signal }) =>
    keepReport(deps, { reader, caller, signal }, { id: params.report, format, asked, days: days_kept }),
  );
  route(app, deps, keptReports.file, ({ params, reader, caller }) => downloadKept(deps, reader, caller, params.id));
  route(app, deps, keptReports.remove, async ({ params, reader, caller }) => {
    await deleteKept(deps, reader, caller, params.id);
    return done;
  });
}

function scheduleRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, reportSchedules.list, async ({ reader }) => ({ items: await listSchedules(reader) }));
  route(app, deps, reportSchedules.recipients, ({ reader }) => listRecipients(deps, reader));
  route(app, deps, reportSchedules.create, ({ body, reader, caller }) =>
    createSchedule({ deps, reader, caller }, body),
  );
  route(app, deps, reportSchedules.update, ({ params, body: fields, reader, caller, expectedVersion }) =>
    changeSchedule({ deps, reader, caller }, params.id, { fields, expectedVersion }),
  );
  route(app, deps, reportSchedules.pause, ({ params, reader, caller }) =>
    setPaused({ deps, reader, caller }, params.id, true),
  );
  route(app, deps, reportSchedules.resume, ({ params, reader, caller }) =>
    setPaused({ deps, reader, caller }, params.id, false),
  );
  route(app, deps, reportSchedules.remove, async ({ params, reader, caller }) => {
    await deleteSchedule({ deps, reader, caller }, params.id);
    return done;
  });
}
