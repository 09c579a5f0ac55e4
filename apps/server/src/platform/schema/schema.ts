import type { AdminFunction, ChangeSetKind, Guard, Provider, TaskKind, TaskOutcome } from '@key2xs/contract';
import type { Sentence } from '@key2xs/texts';
import type { ColumnType, Generated, Kysely, Selectable, Transaction } from 'kysely';
import type {
  At,
  BigCount,
  Counts,
  Json,
  JsonWithDefault,
  MaybeAt,
  MaybeJson,
  Record_,
  StampedAt,
} from './schema-columns';
import type { KeySystemTables } from './schema-key-systems';
import type { PlanTables } from './schema-plans';

export type { CertificateInfo } from './schema-key-systems';

// Rows of the migrated database, by table; apps/server/migrations has the same as SQL.

/** A connection or a transaction: the caller decides what is atomic. */
export type Db = Kysely<Schema>;
export type Tx = Transaction<Schema>;

export type Schema = KeySystemTables & PlanTables & BaseTables;

type BaseTables = {
  admin: {
    id: string;
    username: string;
    /** By which it is found; see `foldUsername`. */
    username_folded: string;
    /** Set by the migration that gave it another name, until the next start has reported that. */
    renamed_from: string | null;
    password_hash: string;
    role: 'superadmin' | 'subadmin';
    /** What a sub-admin has been given to do. */
    functions: ColumnType<AdminFunction[], AdminFunction[] | undefined>;
    disabled_at: MaybeAt;
    created_at: StampedAt;
  };
  session: {
    id: string;
    admin_id: string;
    token_hash: Buffer;
    created_at: StampedAt;
    /** When the present token ends. */
    expires_at: At;
    /** When no refresh can extend it any more. */
    ends_at: At;
  };
  invitation: {
    id: string;
    token_hash: Buffer;
    role: 'superadmin' | 'subadmin';
    invited_by: string;
    created_at: StampedAt;
    expires_at: At;
    used_at: MaybeAt;
  };
  /** What is left of a limit until `ends_at`; a subject without a row has everything left. */
  sign_in_budget: { subject: string; attempts_left: number; ends_at: At };
  /** Administrator and network, as one keyed hash. */
  known_network: { subject: string; admin_id: string; used_at: At };
  audit_event: {
    id: string;
    at: StampedAt;
    actor_id: string | null;
    actor_name: string;
    action: string;
    target_type: string | null;
    target_id: string | null;
    request_id: string | null;
    details: MaybeJson<Record_>;
    details_salt: string;
    details_hash: string;
    seq: ColumnType<string | null, number | string | null | undefined, number | string | null>;
    prev_hash: string | null;
    hash: string | null;
    /** Null: written before events were signed. */
    mac: string | null;
  };
  audit_refused: { refused_at: StampedAt; event: Json<Record_> };
  audit_head: { only_row: Generated<boolean>; seq: BigCount; hash: string; mac: string; sealed_at: StampedAt };
  idempotency_key: {
    key: string;
    admin_id: string;
    request_hash: string;
    claim: string;
    claimed_until: At;
    is_carried_out: Generated<boolean>;
    answer: MaybeJson<object>;
    created_at: StampedAt;
  };
  iam_connection: {
    id: string;
    name: string;
    provider: Provider;
    is_active: Generated<boolean>;
    description: string | null;
    admin_contact: string | null;
    sync_interval: Generated<string>;
    configuration_data: JsonWithDefault<Record_>;
    mapping_config: JsonWithDefault<Record<string, string>>;
    guard_limit_percent: BigCount;
    last_read_at: MaybeAt;
    /** Counts the runs that changed people; a change set computed before the last one is stale. */
    directory_version: BigCount;
    version: Generated<number>;
    created_at: StampedAt;
    updated_at: StampedAt;
  };
  staff_list: {
    id: string;
    connection_id: string;
    file_name: string;
    bytes: number;
    rows: number;
    columns: Json<{ name: string; filled: number; samples: string[] }[]>;
    uploaded_by: string | null;
    uploaded_at: StampedAt;
  };
  staff_list_chunk: { staff_list_id: string; ordinal: number; content: Buffer };
  person: {
    id: string;
    connection_id: string;
    external_id: string;
    username: string | null;
    display_name: string;
    given_name: string | null;
    family_name: string | null;
    email: string | null;
    job_title: string | null;
    department: string | null;
    company: string | null;
    location: string | null;
    employee_id: string | null;
    employee_type: string | null;
    manager_ref: string | null;
    attributes: JsonWithDefault<Record_>;
    source_hash: string;
    active: Generated<boolean>;
    left_at: MaybeAt;
    created_at: StampedAt;
    updated_at: StampedAt;
    search_text: ColumnType<string, never, never>;
  };
  sync_task: {
    id: string;
    kind: TaskKind;
    status: Generated<'PENDING' | 'RUNNING' | 'SUCCESS' | 'FAILURE'>;
    phase: Generated<'waiting' | 'reading' | 'comparing' | 'guarding' | 'applying' | 'finished'>;
    done: Generated<number>;
    total: Generated<number>;
    title: string;
    dry_run: Generated<boolean>;
    result: MaybeJson<{ outcome: TaskOutcome; counts: Counts; failed: number; waiting: number }>;
    /** How far a kind of task has come that works through several lists. */
    cursor: MaybeJson<Record_>;
    error: MaybeJson<Sentence>;
    /** The connection it is over, as its kind has it: while a task has not ended, it is the only one. */
    subject_id: string;
    iam_connection_id: string | null;
    key_system_connection_id: string | null;
    change_set_id: string | null;
    started_by: string | null;
    /** Fencing token: raised whenever a worker takes the task over; an overtaken worker can save nothing. */
    attempt: Generated<number>;
    /** Unforeseen failures since the last progress. */
    failures: Generated<number>;
    created_at: StampedAt;
    started_at: MaybeAt;
    completed_at: MaybeAt;
  };
  /** Who answers for a task that has not ended, and until when. After that anybody may have it enqueued anew. */
  task_lease: {
    task_id: string;
    /** The attempt that works on it; null: it waits in the queue, or rests after a failure. */
    attempt: number | null;
    until: At;
  };
  sync_task_seen: { task_id: string; admin_id: string };
  change_set: {
    id: string;
    kind: ChangeSetKind;
    state: 'computing' | 'ready' | 'quarantined' | 'applying' | 'applied' | 'discarded' | 'stale';
    title: Json<Sentence>;
    iam_connection_id: string | null;
    key_system_connection_id: string | null;
    /** Fingerprint of what it was computed from. */
    base: string;
    counts: JsonWithDefault<Counts>;
    guards: JsonWithDefault<Guard[]>;
    largest_removals: JsonWithDefault<{ label: string; count: number }[]>;
    /** Items up to this ordinal are applied (or have failed). */
    applied: Generated<number>;
    failed: Generated<number>;
    /** Items that a person does by hand in the key system. */
    waiting: Generated<number>;
    total: Generated<number>;
    task_id: string | null;
    decision: MaybeJson<{ action: string; reason: string; by: string; at: string }>;
    created_at: StampedAt;
    applied_at: MaybeAt;
  };
  change_set_item: {
    change_set_id: string;
    ordinal: number;
    kind: string;
    person_id: string | null;
    label: string;
    reference: string;
    detail: string | null;
    before: MaybeJson<Record_>;
    after: MaybeJson<Record_>;
    source_hash: string | null;
    /** What the driver is to be called with. Its shape follows from the kind. */
    write: MaybeJson<Record_>;
    outcome: Generated<'pending' | 'done' | 'failed' | 'waiting'>;
    message: MaybeJson<Sentence>;
  };
};

export type TaskRow = Selectable<Schema['sync_task']>;
export type ChangeSetRow = Selectable<Schema['change_set']>;
export type ItemRow = Selectable<Schema['change_set_item']>;
