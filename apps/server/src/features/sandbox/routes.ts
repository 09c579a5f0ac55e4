import { sandbox } from '@key2xs/contract';
import { say } from '@key2xs/texts';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#platform/deps';
import { AppError } from '#platform/errors';
import { route } from '#platform/http/route';

export function sandboxRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, sandbox.get, async () => {
    if (!deps.sandbox) throw new AppError('not_found', say(deps.config.isSandboxOn ? 'sandbox.failed' : 'sandbox.off'));
    return { key_system: deps.sandbox };
  });
}
