import { sandbox } from '@key2xs/contract';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#platform/deps';
import { AppError } from '#platform/errors';
import { route } from '#platform/http/route';

const off = 'The sandbox is off. Start with KEY2XS_SANDBOX=on to try the product without hardware.';
const failed = 'The sandbox could not be started. The log of the server says why.';

export function sandboxRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, sandbox.get, async () => {
    if (!deps.sandbox) throw new AppError('not_found', deps.config.isSandboxOn ? failed : off);
    return { key_system: deps.sandbox };
  });
}
