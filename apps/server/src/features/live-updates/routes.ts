import { liveUpdates } from '@key2xs/contract';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#platform/deps';
import { route } from '#platform/http/route';
import { sees } from '#platform/visible-to';
import { createLiveTasks } from './live-tasks';

export function liveUpdateRoutes(app: FastifyInstance, deps: Deps): void {
  const tasks = createLiveTasks(deps);
  route(app, deps, liveUpdates.stream, ({ actor, lastEventId, signal }) =>
    tasks.follow({
      adminId: actor.id,
      seesTasks: sees(actor, 'tasks') || sees(actor, 'generator_runs'),
      seesAdministrators: sees(actor, 'administrators'),
      lastEventId,
      signal,
    }),
  );
}
