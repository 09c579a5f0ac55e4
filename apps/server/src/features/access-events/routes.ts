import { accessEvents } from '@key2xs/contract';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#platform/deps';
import { route } from '#platform/http/route';
import { decideLook, getLook, listLooks, openLook, revealLook } from './looks';
import { exportEvents, readPage, readTimeline } from './service';
import { readSettings, savePrivacy, saveRetention } from './settings';

export function accessEventRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, accessEvents.open, ({ caller, reader, body }) => openLook({ deps, caller, reader }, body.filter));
  route(app, deps, accessEvents.reveal, ({ caller, reader, body }) => revealLook({ deps, caller, reader }, body));
  route(app, deps, accessEvents.looks, ({ reader }) => listLooks(deps, reader));
  route(app, deps, accessEvents.look, ({ reader, params }) => getLook({ deps, reader }, params.id));
  route(app, deps, accessEvents.approve, ({ caller, reader, params }) =>
    decideLook({ deps, caller, reader }, params.id, { second: 'approved', reason: null }),
  );
  route(app, deps, accessEvents.refuse, ({ caller, reader, params, body }) =>
    decideLook({ deps, caller, reader }, params.id, { second: 'refused', reason: body.reason }),
  );
  route(app, deps, accessEvents.page, ({ reader, params, query }) => readPage({ deps, reader }, params.id, query));
  route(app, deps, accessEvents.timeline, ({ reader, params, query }) =>
    readTimeline({ deps, reader }, params.id, query.time_zone),
  );
  route(app, deps, accessEvents.exportCsv, ({ caller, reader, params }) =>
    exportEvents({ deps, caller, reader }, params.id),
  );
  route(app, deps, accessEvents.settings, ({ reader }) => readSettings(deps, reader));
  route(app, deps, accessEvents.saveRetention, ({ caller, reader, body }) =>
    saveRetention({ deps, caller, reader }, body.retention_months),
  );
  route(app, deps, accessEvents.savePrivacy, ({ caller, reader, params, body }) =>
    savePrivacy({ deps, caller, reader }, params.id, body.mode),
  );
}
