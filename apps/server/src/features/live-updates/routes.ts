import { type LiveResource, liveResources, liveUpdates } from '@key2xs/contract';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#platform/deps';
import { route } from '#platform/http/route';
import { type Resource, sees } from '#platform/visible-to';
import { createLiveTasks } from './live-tasks';

const resourceOf: Record<LiveResource, Resource> = {
  administrators: 'administrators',
  'key-plans': 'key_plans',
  'key-requests': 'key_requests',
  'key-systems': 'key_system_settings',
  keys: 'keys',
  'programming-jobs': 'inventory',
};

export function liveUpdateRoutes(app: FastifyInstance, deps: Deps): void {
  const tasks = createLiveTasks(deps);
  route(app, deps, liveUpdates.stream, ({ actor, lastEventId, signal }) =>
    tasks.follow({
      adminId: actor.id,
      seesTasks: sees(actor, 'tasks') || sees(actor, 'generator_runs'),
      sees: new Set(liveResources.filter((name) => sees(actor, resourceOf[name]))),
      lastEventId,
      signal,
    }),
  );
}
