import type { Provider, Viewer } from '@key2xs/contract';
import type { AccessIndex } from '@key2xs/domain';
import type { IdentitySourceDriver } from '@key2xs/drivers';
import type { Logger } from 'pino';
import type { Config } from '#config';
import type { EventSigner } from './audit/audit-event';
import type { AuditNote } from './audit/audit-note';
import type { PasswordHasher } from './isolated/password-hasher';
import type { Runner } from './isolated/runner';
import type { JobWorker } from './jobs/jobs';
import type { Totals } from './list/totals';
import type { Outbound } from './network/outbound';
import type { SandboxPeer } from './network/sandbox-peer';
import type { Db } from './schema/schema';
import type { Secrets } from './secrets/secrets';
import type { SignInState } from './sign-in/sign-in-state';

export type { Db, Tx } from './schema/schema';

/** Everything a feature may touch that is not its own. Clock and ids come from here, so tests need no patching. */
export type Deps = {
  config: Config;
  db: Db;
  log: Logger;
  clock: () => Date;
  /** UUIDv7: sorts by time of making. */
  newId: () => string;
  secrets: Secrets;
  /** Keys the hashes of the audit chain. */
  auditKey: Buffer;
  /** The end of the audit chain, kept outside the database. */
  auditNote: AuditNote;
  /** For making a `Caller`. */
  signEvent: EventSigner;
  /** Work apart from the main thread. */
  runner: Runner;
  passwords: PasswordHasher;
  signIns: SignInState;
  totals: Totals;
  access: LiveAccess;
  jobs: JobWorker;
  outbound: Outbound;
  identitySources: Readonly<Record<Provider, IdentitySourceDriver>>;
  sandbox: SandboxPeer | undefined;
};

export type LiveAccess = {
  /**
   * Who may open what, as of now: nothing that was committed before this call is missing.
   * The index goes on being patched: use it before the next `await`, or a copy.
   */
  current: () => Promise<{ index: AccessIndex; revision: string }>;
};

export type Actor = Viewer & { id: string; username: string; session_id: string };

/** One try of a request under its Idempotency-Key. */
export type Claim = { admin_id: string; key: string; id: string };

/** Who asks, and under which request. Background work has no actor and names itself. */
export type Caller = {
  actor: Actor | undefined;
  name: string;
  request_id: string | null;
  /** Under which the work is done at most once; the audit event of the work says that it was. */
  claim?: Claim | undefined;
  /** Signs what is recorded in this name: an audit event that no process of ours wrote has no signature that fits. */
  sign: EventSigner;
};
