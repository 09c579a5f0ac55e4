import type { CalledSourceDriver, IdentitySourceDriver } from '@key2xs/drivers';
import type { FastifyInstance } from 'fastify';
import type { Deps } from './deps';
import type { JobKind } from './jobs/job-kind';
import type { Schedule } from './jobs/scheduler';
import type { SandboxPeers } from './network/sandbox-peer';

export type DriverParts = Pick<Deps, 'db' | 'config' | 'clock' | 'outbound'> & { sandboxes: Partial<SandboxPeers> };

/** The server parts of one kind of identity source. */
export type ServerProvider = {
  createDriver(parts: DriverParts): Promise<IdentitySourceDriver | CalledSourceDriver>;
  /** Of what only this kind has, such as its set-up. */
  routes(app: FastifyInstance, deps: Deps): void;
  /** Background work that is requested, of this kind only. */
  jobs?(deps: Deps): Omit<JobKind, 'leaseMs'>[];
  /** Background work that comes back by itself, of this kind only. */
  schedules?(deps: Deps): Schedule[];
};
