import { generator } from '@key2xs/contract';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#platform/deps';
import { route } from '#platform/http/route';
import { listRoutes } from '#platform/list/list-routes';
import type { Reader } from '#platform/visible-to';
import { followRun } from './follow-run';
import { readPayload } from './payload';
import { listEvents } from './run-events';
import { presentRun, runSource } from './run-source';
import { getRun, openRun, removeRun, startRun, stopRun } from './service';

const maxEvents = 500;

export function generatorRoutes(app: FastifyInstance, deps: Deps): void {
  const show = async (reader: Reader, id: string) => presentRun(await getRun(reader, id), reader.language);
  listRoutes(app, deps, runSource);
  route(app, deps, generator.generate, async ({ caller, query, lastEventId, reader: { language }, signal }) => {
    const opened = await openRun({ deps, caller }, { payload: readPayload(query.payload), lastEventId });
    return followRun(deps, { ...opened, language, signal });
  });
  route(app, deps, generator.start, async ({ caller, reader, body }) =>
    show(reader, await startRun({ deps, caller }, body)),
  );
  route(app, deps, generator.read, ({ reader, params }) => show(reader, params.id));
  route(app, deps, generator.events, async ({ reader, params, query: { after } }) => {
    await getRun(reader, params.id);
    const asked = { runId: params.id, after, limit: maxEvents + 1, language: reader.language };
    const items = await listEvents(reader.db, asked);
    return { items: items.slice(0, maxEvents), is_last: items.length <= maxEvents };
  });
  route(app, deps, generator.stop, async ({ caller, reader, params }) => {
    await stopRun({ deps, caller }, params.id);
    return show(reader, params.id);
  });
  route(app, deps, generator.remove, async ({ caller, params }) => {
    await removeRun({ deps, caller }, params.id);
    return { success: true } as const;
  });
}
