import type { KeySystemPerson, KeySystemProfile } from '@key2xs/domain';
import type { Sentence } from '@key2xs/texts';
import type { Dispatcher } from 'undici';
import type { z } from 'zod';
import type { DriverErrorKind } from './driver-error';
import type {
  HolderName,
  JobName,
  KeyAccess,
  KeyState,
  KeyTimes,
  ProgrammingJob,
  RecordedCylinder,
  RecordedKey,
  RecordedProgrammingDevice,
  RecordedProgrammingJob,
  RecordedProgrammingKey,
} from './key-system-hardware';

export type { KeySystemPerson, KeySystemProfile } from '@key2xs/domain';
export type * from './key-system-hardware';

/** Certificate, key and trust of a TLS client, all PEM. `ca` is trusted besides the public certificate authorities. */
export type ClientTls = { cert: string; key: string; ca: string[] };

/** Trust without a client certificate. */
export type ServerTrust = Pick<ClientTls, 'ca'>;

/** Timeouts and limits of a driver; comments begin with the default. */
export type DriverLimits = {
  /** 250: the first pause before a retry; doubles each time, with half of it random. */
  backoffMs: number;
  /** 10,000: from the last byte of the request to the headers of the answer. */
  headersTimeoutMs: number;
  /** 30,000: for the whole body of an answer. */
  bodyTimeoutMs: number;
  /** 32 MiB: longer answers are aborted. */
  maxAnswerBytes: number;
  /** 8: concurrent calls. */
  concurrency: number;
  /** 4: attempts per call, if retries may help. */
  tries: number;
  /** 30: longer pauses are left to the caller. */
  maxPauseSeconds: number;
};

/** Checks the route to a key system layer by layer. Each check rejects with the error that a request would cause. */
export type HttpsInspection = {
  /** The `host:port` of the proxy on this route; undefined on a direct one. */
  proxy: string | undefined;
  /** Resolves the host name to addresses that this installation may call. With a proxy: connects to it; no addresses. */
  resolve(): Promise<string[]>;
  /** Connects to one of them, or lets the proxy connect. */
  connect(): Promise<void>;
  /** Checks its certificate. With TLS 1.3, the peer does not verify ours before the first request. */
  handshake(): Promise<ServerCertificate>;
};

export type ServerCertificate = {
  subject: string;
  issuer: string;
  /** UTC, ISO-8601 with Z. */
  not_after: string;
  /** E.g. 'TLSv1.3'. */
  protocol: string;
};

/** The only access of a driver to the outside: no database, no environment, no other clock. */
export type DriverIo = {
  /** Opens connections to one `https://host:port`, subject to the address rules of the installation. */
  openHttps(origin: string, tls: ClientTls | ServerTrust): Dispatcher;
  /** The same route and rules, layer by layer, for a diagnosis; aborted by the signal. */
  inspectHttps(origin: string, tls: ClientTls, signal: AbortSignal): HttpsInspection;
  /** To check whether a certificate has expired. */
  now(): Date;
  /** Aborts all calls and pauses of the session. */
  signal: AbortSignal;
  limits?: Partial<DriverLimits>;
};

/** A person in the key system. `identity` is the key system's own id; `reference` is null for foreign persons. */
export type RecordedPerson = Omit<KeySystemPerson, 'reference'> & {
  identity: string;
  reference: string | null;
  active: boolean;
};

/** A profile in the key system, with all its members, sorted. */
export type RecordedProfile = Omit<KeySystemProfile, 'reference'> & {
  identity: string;
  reference: string | null;
  /** References of persons. */
  members: readonly string[];
  /** Identities of persons without a reference. */
  other_members: readonly string[];
};

export type RecordedCylinderGroup = { external_id: string; name: string; domain: string };

/** An event recorded by a key or a cylinder. It arrives only when a key delivers it: late, and out of order. */
export type RecordedAccessEvent = {
  external_id: string;
  /** UTC, ISO-8601 with Z: when it happened, by the clock of the key. */
  event_time: string;
  /** When the key system imported it; pages and cursors are ordered by it. */
  import_time: string;
  source: 'key' | 'cylinder';
  key_external_id: string | null;
  cylinder_external_id: string | null;
  /** The holder of the key at that time. */
  person_identity: string | null;
  result: 'granted' | 'denied';
  /** Why it was denied, in the key system's word. */
  reason: string | null;
};

/** A page of events in order of import, and the cursor of the next page; null at the end. */
export type AccessEventPage = { events: RecordedAccessEvent[]; next: AccessEventCursor | null };

/** Keys of several holders, and the identity of the last holder. */
export type HeldKeys = { keys: RecordedKey[]; after: string };

/** Events imported at `import_time` or later, without the first `skip` ones. */
export type AccessEventCursor = { import_time: string; skip: number };

export const capabilities = [
  'read_persons',
  'read_person_references',
  'read_profiles',
  'read_cylinders',
  'read_cylinder_groups',
  'read_keys',
  'read_programming_jobs',
  'read_programming_devices',
  'read_access_events',
  'write_persons',
  'write_profiles',
  'write_profile_members',
  'write_key_holders',
  'write_key_times',
  'write_key_access',
  'write_programming_jobs',
] as const;
/**
 * The capabilities of a connection. A method without its capability throws `not_supported`.
 * Without `read_person_references`, persons have `reference: null`, no e-mail and no employee number.
 */
export type Capability = (typeof capabilities)[number];

export type Probe = {
  product: string;
  version: string;
  domain_name: string;
  capabilities: Capability[];
  is_sandbox: boolean;
  /** UTC, ISO-8601 with Z. */
  client_certificate_expires_at: string;
};

export const diagnosisSteps = [
  'resolve',
  'connect',
  'server_certificate',
  'client_certificate',
  'domain',
  'services',
  'read',
] as const;
/** The steps of a diagnosis, in order. */
export type DiagnosisStepName = (typeof diagnosisSteps)[number];

export type DiagnosisStep = {
  name: DiagnosisStepName;
  /** A failure stops the diagnosis; a warning does not. */
  state: 'passed' | 'warning' | 'failed' | 'skipped';
  /** The result, or the problem with its remedy. Null if skipped. */
  message: Sentence | null;
  /** Kind of the failure. */
  error_kind: DriverErrorKind | null;
  duration_ms: number;
};

/**
 * Records that were entered in the key system by hand and have become ours: its own ids by our references. A session
 * shows them under our references and writes to them; they get no reference there.
 */
export type AdoptedRecords = Record<'persons' | 'profiles', ReadonlyMap<string, string>>;

/** Maximum number of references in one call of `changeProfileMembers`, added and removed together. */
export const maxMembersPerCall = 500;

/**
 * An open connection to one key system. Every method throws DriverError and nothing else.
 *
 * Lists are yielded page by page in the key system's order, each record once. A list that cannot be read to its end throws
 * `bad_answer`: the records received so far must not be taken for the complete list.
 *
 * Writes are idempotent by `reference` and say nothing about keys and cylinders: they change what the key system has
 * *recorded*. Records that are not ours have no reference and so cannot be touched, unless they are adopted.
 */
export type KeySystemSession = {
  probe(): Promise<Probe>;
  /**
   * Runs all steps, yields the result of each (all seven, including skipped ones), and returns the probe; undefined if a
   * step has failed. Throws only `aborted`.
   */
  diagnose(): AsyncGenerator<DiagnosisStep, Probe | undefined, undefined>;
  /** Includes deactivated persons. */
  listPersons(): AsyncIterable<RecordedPerson[]>;
  listProfiles(): AsyncIterable<RecordedProfile[]>;
  listCylinders(): AsyncIterable<RecordedCylinder[]>;
  listCylinderGroups(): AsyncIterable<RecordedCylinderGroup[]>;
  /** If keys can only be read by holder (no `read_cylinders`), keys without a holder are missing. */
  listKeys(): AsyncIterable<RecordedKey[]>;
  /**
   * The keys with a holder, read holder by holder, so that a long read can continue later after the last holder. A key that
   * changes hands meanwhile may occur twice.
   */
  listHeldKeys(after?: string): AsyncIterable<HeldKeys>;
  /** May include finished jobs, as long as the key system keeps them. */
  listProgrammingJobs(): AsyncIterable<RecordedProgrammingJob[]>;
  listProgrammingKeys(): AsyncIterable<RecordedProgrammingKey[]>;
  listProgrammingDevices(): AsyncIterable<RecordedProgrammingDevice[]>;
  /**
   * One page of events imported at or after the cursor, oldest import first. Events of one import time may be spread over
   * pages; repeated events are recognised by id. A page may be short: only `next` marks the end. To continue later, start
   * at the import time of the last event with `skip` 0, because later imports of the same instant may be sorted before it.
   */
  readAccessEvents(cursor: AccessEventCursor): Promise<AccessEventPage>;
  /** Creates or updates, and activates. */
  putPerson(person: KeySystemPerson): Promise<void>;
  /** Succeeds for inactive and unknown persons. Memberships stay. */
  deactivatePerson(reference: string): Promise<void>;
  /** Creates or updates; keeps the members. */
  putProfile(profile: KeySystemProfile): Promise<void>;
  /** At most `maxMembersPerCall` references. Adding a member twice, or removing none, changes nothing. */
  changeProfileMembers(reference: string, change: { add: readonly string[]; remove: readonly string[] }): Promise<void>;
  /**
   * Hands a key out; keys by their external id. Throws `conflict` if another person holds it or it is lost or broken, and
   * `refused_item` for a deactivated person.
   */
  assignKey(assignment: { key: string; holder: HolderName }): Promise<void>;
  /** Takes a key back into stock, also a lost one that was found; a broken one stays broken. */
  returnKey(key: string): Promise<void>;
  /** Throws `conflict` if the state does not fit the holder. */
  setKeyState(key: string, state: KeyState): Promise<void>;
  /** Throws `refused_item` for keys without a clock. What is recorded reaches the key at its next update. */
  setKeyTimes(key: string, times: KeyTimes): Promise<void>;
  /** Replaces what the key opens beside the profiles of its holder. Reaches the key, or the cylinder, later. */
  setKeyAccess(key: string, access: KeyAccess): Promise<void>;
  /** Creates a job. Throws `conflict` if the reference is that of other work, or of a job that was cancelled. */
  putProgrammingJob(job: ProgrammingJob): Promise<void>;
  /**
   * Assigns a job to a programming key, by its external id, or to none. A failed job can be assigned again. Throws `conflict`
   * if the job is done or cancelled, or another programming key carries it already.
   */
  assignProgrammingJob(job: JobName, programmingKey: string | null): Promise<void>;
  /** Succeeds for unknown references. Throws `conflict` if the job is done, or a programming key carries it already. */
  cancelProgrammingJob(job: JobName): Promise<void>;
  /** Closes the connections; running calls end with `aborted`. Idempotent. */
  close(): Promise<void>;
};

/** One vendor. To add one: a folder with a driver and a sandbox for its protocol, and a line in the registry. */
export type KeySystemDriver<Config> = {
  readonly type: string;
  /** Validates the stored configuration, and documents it for the wizard. Secrets are unsealed. */
  readonly config: z.ZodType<Config>;
  /** Makes no call yet. @throws DriverError certificate_rejected if the certificate bundle is unusable */
  connect(config: Config, io: DriverIo, adopted?: AdoptedRecords): KeySystemSession;
};
