import { installation } from '@key2xs/contract';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#platform/deps';
import { route } from '#platform/http/route';
import { findDifferences, resumeInstallation } from './service';

export function installationRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, installation.differences, ({ reader }) => findDifferences(deps, reader));
  route(app, deps, installation.resume, ({ caller, reader, body }) =>
    resumeInstallation({ deps, caller, reader }, body),
  );
}
