import { audit } from '@key2xs/contract';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#platform/deps';
import { route } from '#platform/http/route';
import { verifyAudit } from './service';

export function auditRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, audit.verify, () => verifyAudit(deps));
}
