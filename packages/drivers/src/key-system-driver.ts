import type { KeySystemPerson, KeySystemProfile } from '@key2xs/domain';
import type { Sentence } from '@key2xs/texts';
import type { Dispatcher } from 'undici';
import type { z } from 'zod';
import type { DriverErrorKind } from './driver-error';

export type { KeySystemPerson, KeySystemProfile } from '@key2xs/domain';

/** What a TLS client shows and trusts; all PEM. `ca` is trusted beside the public certificate authorities. */
export type ClientTls = { cert: string; key: string; ca: string[] };

/** The same where nothing is shown. */
export type ServerTrust = Pick<ClientTls, 'ca'>;

/** Timeouts and limits of a driver. Each names the default it takes when left out. */
export type DriverLimits = {
  /** 250: the first pause before a further try; it doubles each time, and half of it is left to chance. */
  backoffMs: number;
  /** 10,000: from the last byte of the request to the head of the answer. */
  headersTimeoutMs: number;
  /** 30,000: for the whole body of an answer. */
  bodyTimeoutMs: number;
  /** 32 MiB: an answer that is longer is not read to its end. */
  maxAnswerBytes: number;
  /** 8: calls under way at once. */
  concurrency: number;
  /** 4: how often the same is tried, where that may help. */
  tries: number;
  /** 30: a longer wait is left to the caller, who can do something else meanwhile. */
  maxPauseSeconds: number;
};

/** The route to a key system, layer by layer. Each check rejects with the error that a request would have met. */
export type HttpsInspection = {
  /** Addresses the host name leads to and that this installation may call. */
  resolve(): Promise<string[]>;
  /** One of them accepts a connection. */
  connect(): Promise<void>;
  /** Its certificate is trusted; as far as TLS 1.3 goes without a request, ours is not judged yet. */
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

/** Everything a driver may touch. No database, no environment, no clock of its own. */
export type DriverIo = {
  /** Connections to one `https://host:port`, by the rules of the installation about where it may connect to. */
  openHttps(origin: string, tls: ClientTls | ServerTrust): Dispatcher;
  /** The same route under the same rules, one layer at a time, for a diagnosis; ends with the signal. */
  inspectHttps(origin: string, tls: ClientTls, signal: AbortSignal): HttpsInspection;
  /** To tell whether a certificate has expired. */
  now(): Date;
  /** Ends every call and every pause of the session. */
  signal: AbortSignal;
  limits?: Partial<DriverLimits>;
};

/** A person as the key system has it. `identity` is the key system's own id; `reference` is null for persons that are not ours. */
export type RecordedPerson = Omit<KeySystemPerson, 'reference'> & {
  identity: string;
  reference: string | null;
  active: boolean;
};

/** A profile as the key system has it, with all its members, sorted. */
export type RecordedProfile = Omit<KeySystemProfile, 'reference'> & {
  identity: string;
  reference: string | null;
  /** References of persons. */
  members: readonly string[];
  /** Identities of persons without a reference. */
  other_members: readonly string[];
};

export type RecordedCylinderGroup = { external_id: string; name: string; domain: string };

export type RecordedCylinder = {
  external_id: string;
  name: string;
  /** The engraving that identifies it to people. */
  marking: string;
  cylinder_type: string;
  domain: string;
  group_external_id: string | null;
  /** 'Building / Floor / Door'; empty while it is not mounted. */
  location: string;
  state: string;
};

export type RecordedKey = {
  external_id: string;
  name: string;
  marking: string;
  serial: string;
  key_type: 'normal' | 'quartz' | 'dynamic' | 'connect';
  /** `identity` of a person. */
  holder_identity: string | null;
  state: string;
  /** When its rights were last written into it; null when never, or unknown. UTC, ISO-8601 with Z. */
  last_update_at: string | null;
};

/** Work on one cylinder that a programming key does on the spot. */
export type RecordedProgrammingJob = {
  external_id: string;
  cylinder_external_id: string;
  kind: 'program' | 'change_group' | 'block' | 'unblock' | 'fetch_events' | 'reprogram';
  state: 'pending' | 'assigned' | 'loaded_on_key' | 'done' | 'failed';
  /** Marking of the programming key that has it. */
  assigned_key: string | null;
  /** UTC, ISO-8601 with Z, both. */
  created_at: string;
  done_at: string | null;
};

/** What a key or a cylinder has noted. It arrives only when a key carries it in: late, and out of order. */
export type RecordedAccessEvent = {
  external_id: string;
  /** UTC, ISO-8601 with Z: when it happened, by the clock of the key. */
  event_time: string;
  /** When the key system got to know it; what pages and cursors go by. */
  import_time: string;
  source: 'key' | 'cylinder';
  key_external_id: string | null;
  cylinder_external_id: string | null;
  /** Who had the key at that time. */
  person_identity: string | null;
  result: 'granted' | 'denied';
  /** Why it was denied, in the key system's word. */
  reason: string | null;
};

/** A page of events in order of import, and where the next one begins; `next` is null at the end. */
export type AccessEventPage = { events: RecordedAccessEvent[]; next: AccessEventCursor | null };

/** Keys of some holders, and the last of these by identity. */
export type HeldKeys = { keys: RecordedKey[]; after: string };

/** Events imported at `import_time` or later, less the first `skip` of them. */
export type AccessEventCursor = { import_time: string; skip: number };

export const capabilities = [
  'read_persons',
  'read_person_references',
  'read_profiles',
  'read_cylinders',
  'read_cylinder_groups',
  'read_keys',
  'read_programming_jobs',
  'read_access_events',
  'write_persons',
  'write_profiles',
  'write_profile_members',
] as const;
/**
 * What one connection can do. A method without its capability throws `not_supported`.
 * Without `read_person_references` persons come with `reference: null` and without e-mail and employee number.
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
/** What a diagnosis goes through, in this order. */
export type DiagnosisStepName = (typeof diagnosisSteps)[number];

export type DiagnosisStep = {
  name: DiagnosisStepName;
  /** After a failure nothing further is tried. A warning does not stop. */
  state: 'passed' | 'warning' | 'failed' | 'skipped';
  /** What was found, or what is wrong and what to do. Null when skipped. */
  message: Sentence | null;
  /** The kind of a failure. */
  error_kind: DriverErrorKind | null;
  duration_ms: number;
};

/** References one call of `changeProfileMembers` may name, both directions together. */
export const maxMembersPerCall = 500;

/**
 * An open connection to one key system. Every method throws DriverError and nothing else.
 *
 * Lists come page by page in the key system's order, each record once. A list that cannot be read to its end throws
 * `bad_answer`: what did arrive must then not be taken for all there is.
 *
 * Writes are idempotent by `reference` and say nothing about keys and cylinders: they change what the key system has
 * *recorded*. Records that are not ours have no reference and so cannot be touched.
 */
export type KeySystemSession = {
  probe(): Promise<Probe>;
  /**
   * Goes through all steps, yields each when it is known (all seven, skipped ones too), and returns what it speaks to;
   * undefined when a step has failed. Throws only `aborted`.
   */
  diagnose(): AsyncGenerator<DiagnosisStep, Probe | undefined, undefined>;
  /** Deactivated persons are among them. */
  listPersons(): AsyncIterable<RecordedPerson[]>;
  listProfiles(): AsyncIterable<RecordedProfile[]>;
  listCylinders(): AsyncIterable<RecordedCylinder[]>;
  listCylinderGroups(): AsyncIterable<RecordedCylinderGroup[]>;
  /** Where keys can only be asked for by their holders (no `read_cylinders`), those that nobody has are missing. */
  listKeys(): AsyncIterable<RecordedKey[]>;
  /**
   * The keys that somebody has, asked for holder by holder, so that a long reading can go on later after the holder
   * where it stopped. A key that changes hands meanwhile may come twice.
   */
  listHeldKeys(after?: string): AsyncIterable<HeldKeys>;
  /** Finished jobs may be among them, as long as the key system keeps them. */
  listProgrammingJobs(): AsyncIterable<RecordedProgrammingJob[]>;
  /**
   * One page of what became known at or after the cursor, oldest import first. Events imported in the same instant may
   * be spread over pages; the same event may come again and is recognised by its id. A page may be short: only `next`
   * tells the end. To go on another day, begin at the import time of the last event with `skip` 0: later imports of that
   * very instant may stand before it.
   */
  readAccessEvents(cursor: AccessEventCursor): Promise<AccessEventPage>;
  /** Creates or updates, and makes active. */
  putPerson(person: KeySystemPerson): Promise<void>;
  /** A person that is inactive already, or was never there, is as good as done. Memberships stay. */
  deactivatePerson(reference: string): Promise<void>;
  /** Creates or updates; members are left as they are. */
  putProfile(profile: KeySystemProfile): Promise<void>;
  /** At most `maxMembersPerCall` references. Adding a member twice, or removing none, changes nothing. */
  changeProfileMembers(reference: string, change: { add: readonly string[]; remove: readonly string[] }): Promise<void>;
  /** Drops the connections; calls under way end with `aborted`. Twice is fine. */
  close(): Promise<void>;
};

/** One vendor. To add one: a folder with a driver and a sandbox that speaks its wire, and a line in the registry. */
export type KeySystemDriver<Config> = {
  readonly type: string;
  /** Validates stored configuration and documents it for the wizard. Secrets arrive unsealed. */
  readonly config: z.ZodType<Config>;
  /** Calls nobody yet. @throws DriverError certificate_rejected when the certificate bundle cannot be used */
  connect(config: Config, io: DriverIo): KeySystemSession;
};
