import type { Provider, Viewer } from '@key2xs/contract';
import type { AccessIndex, AccessSum } from '@key2xs/domain';
import type { CalledSourceDriver, IdentitySourceDriver, PushedSourceDriver, SourceCall } from '@key2xs/drivers';
import type { Language } from '@key2xs/texts';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Config } from '#config';
import type { AccessDescriptions } from './access-descriptions';
import type { EventSigner } from './audit/audit-event';
import type { AuditNote } from './audit/audit-note';
import type { CommitWatch } from './database/commit-watch';
import type { PasswordHasher } from './isolated/password-hasher';
import type { Runner } from './isolated/runner';
import type { JobWorker } from './jobs/jobs';
import type { Scheduler } from './jobs/scheduler';
import type { Totals } from './list/totals';
import type { Mailer } from './mail/mailer';
import type { Outbound } from './network/outbound';
import type { SandboxPeer } from './network/sandbox-peer';
import type { Db } from './schema/schema';
import type { Secrets } from './secrets/secrets';
import type { SignInState } from './sign-in/sign-in-state';
import type { Tracing } from './tracing/tracing';

export type { Db, Tx } from './schema/schema';

/** All dependencies of features, including clock and ids, so that tests need no patching. */
export type Deps = {
  config: Config;
  db: Db;
  /** Of the database, for its figures. */
  pool: Pick<Pool, 'totalCount' | 'idleCount' | 'waitingCount'> | undefined;
  log: Logger;
  clock: () => Date;
  /** The database's clock, for what several processes decide together: their own may differ. */
  databaseClock: (db: Db) => Promise<Date>;
  /** Notices what this process and others commit. */
  commits: CommitWatch;
  /** UUIDv7: sorts by creation time. */
  newId: () => string;
  secrets: Secrets;
  /** Key of the audit chain's hashes. */
  auditKey: Buffer;
  /** The end of the audit chain, kept outside the database. */
  auditNote: AuditNote;
  /** For making a `Caller`. */
  signEvent: EventSigner;
  /** Runs work off the main thread. */
  runner: Runner;
  passwords: PasswordHasher;
  signIns: SignInState;
  totals: Totals;
  access: LiveAccess;
  accessSums: LiveSums;
  standing: LiveStanding;
  jobs: JobWorker;
  scheduler: Scheduler;
  outbound: Outbound;
  /** Undefined: no mail server is configured. */
  mailer: Mailer | undefined;
  sourceCalls: SourceCalls;
  identitySources: Readonly<Record<Provider, IdentitySourceDriver | CalledSourceDriver | PushedSourceDriver>>;
  sandbox: SandboxPeer | undefined;
  /** Undefined: no collector is configured. */
  tracing?: Tracing | undefined;
};

/** Counts the calls to identity sources. */
export type SourceCalls = {
  note(connectionId: string, call: SourceCall): void;
  /** Writes what was counted since the last time. */
  flush(): Promise<void>;
};

export type LiveAccess = {
  /**
   * Who may open what, including everything committed before this call. The index is patched in place: use it before
   * the next `await`, or copy it. `changes` is the same object as long as nothing in it has changed.
   */
  whole: () => Promise<{ index: AccessIndex; revision: string; changes: object }>;
  /** The same as far as the reader may see people and doors, as if there were no others. */
  current: (reader: Pick<Reader, 'viewer'>) => Promise<{ index: AccessIndex; revision: string; changes: object }>;
  /**
   * Who could open what at a moment, ISO-8601; for one to come, and without one, who may now. As far as the reader may see
   * people and doors, as they are now.
   * @throws AppError past_not_kept
   */
  at: (
    moment: string | undefined,
    reader: Pick<Reader, 'viewer'>,
  ) => Promise<{ index: AccessIndex; revision: string; at: string; as_of: 'now' | 'past' }>;
  descriptions: AccessDescriptions;
};

/** How much access the rules in force give that are within their dates, how many they are, and how many people are active, as far as the reader may see people and doors, including everything committed before the call. */
export type LiveSums = (reader: Pick<Reader, 'viewer'>) => Promise<AccessSum & { rules: number; activePeople: number }>;

/** How far the known records of a key system are behind the plans in force. */
export type RecordedGap = {
  /** What a sync would write; 0: equal. */
  writes: number;
  /** Persons of ours that are recorded. */
  recordedPersons: number;
  peopleLosing: number;
  /** Pairs of person and door that are recorded, but no longer allowed. */
  rightsToWithdraw: number;
  peopleGaining: number;
  rightsToGrant: number;
  peopleAtOtherHours: number;
  /** Changes made there that are neither accepted nor in the plans. */
  changedThere: number;
  /** In milliseconds since 1970, when the next window of a rule begins or ends to count. */
  until: number;
};

/** By key system id, including everything committed before the call. */
export type LiveStanding = () => Promise<ReadonlyMap<string, RecordedGap>>;

/**
 * The part of an installation that an administrator manages: departments, folded by `foldText`, and places with all below
 * them. Null: all of that kind.
 */
export type Scope = { departments: readonly string[] | null; places: readonly string[] | null };

/** Null for everything. */
type Scoped = { scope: Scope | null };

/** A database access on behalf of a viewer, in their language. */
export type Reader = { db: Db; viewer: Viewer & Scoped & { id?: string; acting?: Acting | null }; language: Language };

/** How the caller was authenticated. */
export type Proof = {
  id: string;
  /** When the caller last proved who they are; of a token, never. */
  proved_at: Date;
} & (
  | { kind: 'session' }
  | { kind: 'token'; name: string; is_read_only: boolean }
  /** An operator of the machine, in the name of an administrator. */
  | { kind: 'command'; name: string }
);

/** Whose rights the caller has for a time in place of their own; a view only reads. */
export type Acting = { as: 'deputy' | 'view'; id: string; username: string };

export type Actor = Viewer & Scoped & { id: string; username: string; proof: Proof; acting: Acting | null };

/** One attempt of a request with its Idempotency-Key. */
export type Claim = { admin_id: string; key: string; id: string };

/** The caller and their request. Background work has no actor, but a name. */
export type Caller = {
  actor: Actor | undefined;
  name: string;
  /** A person without an account, by a mailed link that is theirs. */
  is_by_link?: true;
  request_id: string | null;
  /** Makes the work happen at most once; marked as carried out with the work's audit event. */
  claim?: Claim | undefined;
  /** Signs the audit events recorded for this caller, so that forged ones are detected. */
  sign: EventSigner;
};
