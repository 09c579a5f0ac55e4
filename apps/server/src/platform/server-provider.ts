import type { CalledSourceDriver, IdentitySourceDriver } from '@key2xs/drivers';
import type { FastifyInstance } from 'fastify';
import type { Db, Deps, Tx } from './deps';
import type { JobKind } from './jobs/job-kind';
import type { Schedule } from './jobs/scheduler';

export type DriverParts = Pick<Deps, 'db' | 'config' | 'clock' | 'outbound'>;

/** Where a sandbox listens and has its state, and that of the certificates which all sandboxes share. */
export type SandboxOptions = { port: number; directory: string; control: true; certificates: string };

/** A running sandbox, and what a driver has to know of it. */
type Sandbox<Peer> = { peer: Peer; port: number; close(): Promise<void> };

/** Guided set-ups that an administrator has begun and that only they can go on with. */
export type OpenSetUps = {
  count(db: Db, adminId: string): Promise<number>;
  handOver(tx: Tx, from: string, to: string): Promise<void>;
};

/**
 * The server parts of one kind of identity source.
 * @template Peer what its own sandbox tells its driver; the registry hands it from one to the other
 */
export type ServerProvider<Peer extends { port: number } = { port: number }> = {
  createDriver(parts: DriverParts & { sandbox: Peer | undefined }): Promise<IdentitySourceDriver | CalledSourceDriver>;
  /** Of what only this kind has, such as its set-up. */
  routes?(app: FastifyInstance, deps: Deps): void;
  setUps?: OpenSetUps;
  /** Background work that is requested, of this kind only. */
  jobs?(deps: Deps): Omit<JobKind, 'leaseMs'>[];
  /** Background work that comes back by itself, of this kind only. */
  schedules?(deps: Deps): Schedule[];
  /** Stands in for the source, to try the product. */
  sandbox?: { folder: string; usualPort: number; start(options: SandboxOptions): Promise<Sandbox<Peer>> };
};
