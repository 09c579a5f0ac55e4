import { pageOf, sync } from '@key2xs/contract';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#platform/deps';
import { notFound } from '#platform/errors';
import { route } from '#platform/http/route';
import { countTasks, findTask, listTasks, markEndedSeen } from './queries';
import { presentTask } from './service';

const done = { success: true } as const;

export function taskRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, sync.status, async ({ actor, params, reader }) => {
    const row = await findTask(reader, actor.id, params.task_id);
    if (!row) throw notFound('task');
    return presentTask(row, reader.language);
  });
  route(app, deps, sync.list, async ({ actor, query, reader }) => {
    const page = pageOf(query, { standard: 20, max: 100 });
    const [rows, counts] = [await listTasks(reader, actor.id, page), await countTasks(reader, actor.id)];
    return { items: rows.map((row) => presentTask(row, reader.language)), ...counts, ...page };
  });
  route(app, deps, sync.markSeen, async ({ actor }) => {
    await markEndedSeen(deps.db, actor.id);
    return done;
  });
}
