import { sync } from '@key2xs/contract';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#platform/deps';
import { route } from '#platform/http/route';
import { presentTask } from '../tasks/service';
import { startSync } from './service';

export function syncRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, sync.start, async ({ caller, body }) => presentTask(await startSync(deps, caller, body)));
}
