import type {
  AuditVerification,
  ChangeSetDelta,
  ChangeSetKind,
  ChangeSetState,
  Guard,
  Mapping,
  PersonState,
  Provider,
  RunKind,
  TaskKind,
  TaskOutcome,
  TimeStampFailure,
} from '@key2xs/contract';
import type { Sentence } from '@key2xs/texts';
import type { ColumnType, Generated, Kysely, Selectable, Transaction } from 'kysely';
import type { KeySystemTables } from './tables/keys/schema-key-systems';
import type { KeyTables } from './tables/keys/schema-keys';
import type { ProgrammingTables } from './tables/keys/schema-programming';
import type { RequestTables } from './tables/keys/schema-requests';
import type { AdministratorTables } from './tables/schema-administrators';
import type { ApiTokenTables } from './tables/schema-api-tokens';
import type { BackupTables } from './tables/schema-backups';
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
} from './tables/schema-columns';
import type { DecisionTables } from './tables/schema-decisions';
import type { EffectiveTables } from './tables/schema-effective';
import type { EventTables } from './tables/schema-events';
import type { GeneratorTables } from './tables/schema-generator';
import type { LogDestinationTables } from './tables/schema-log-destinations';
import type { PlanTables } from './tables/schema-plans';
import type { PreferenceTables } from './tables/schema-preferences';
import type { PrivacyTables } from './tables/schema-privacy';
import type { ReportTables } from './tables/schema-reports';
import type { ReviewTables } from './tables/schema-reviews';
import type { SignInTables } from './tables/schema-sign-in';
import type { SingleSignOnTables } from './tables/schema-single-sign-on';
import type { TimetableTables } from './tables/schema-timetables';
import type { WebhookTables } from './tables/schema-webhooks';
import type { EntraSetupTables } from './tables/sources/schema-entra-setup';
import type { RenameTables } from './tables/sources/schema-renames';
import type { SourceHealthTables } from './tables/sources/schema-source-health';
import type { SourceTables } from './tables/sources/schema-sources';

export type { CertificateInfo } from './tables/keys/schema-key-systems';
export type { ProfileContent, RuleContent, VersionChanges } from './tables/schema-plans';
export type { StoredCheck } from './tables/sources/schema-entra-setup';

// Rows by table; apps/server/migrations defines the same in SQL.

/** A connection or a transaction: the caller decides which. */
export type Db = Kysely<Schema>;
export type Tx = Transaction<Schema>;

export type Schema = KeySystemTables &
  EffectiveTables &
  KeyTables &
  PlanTables &
  BackupTables &
  RequestTables &
  ReviewTables &
  PreferenceTables &
  PrivacyTables &
  ReportTables &
  ProgrammingTables &
  DecisionTables &
  RenameTables &
  SourceTables &
  SourceHealthTables &
  EntraSetupTables &
  EventTables &
  GeneratorTables &
  ApiTokenTables &
  TimetableTables &
  AdministratorTables &
  WebhookTables &
  LogDestinationTables &
  SignInTables &
  SingleSignOnTables &
  BaseTables;

type BaseTables = {
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
  audit_head: {
    only_row: Generated<boolean>;
    seq: BigCount;
    hash: string;
    mac: string;
    sealed_at: StampedAt;
    /** When the log was last accepted as it is, as after an earlier state of the database was put back. */
    accepted_at: MaybeAt;
  };
  audit_tree_tile: { level: number; index: BigCount; hashes: Buffer };
  audit_tree_head: { only_row: Generated<boolean>; size: BigCount; root: Buffer; at: At; signature: Buffer };
  audit_time_stamp: {
    size: BigCount;
    root: Buffer;
    at: At;
    signature: Buffer;
    /** As the authority sent it, as DER. */
    token: Buffer;
    stamped_at: At;
    authority: string;
  };
  audit_time_stamp_failure: {
    only_row: Generated<boolean>;
    at: At;
    kind: TimeStampFailure;
    detail: string;
  };
  audit_verification: {
    id: string;
    at: At;
    took_ms: number;
    /** Null: the product. */
    verified_by: string | null;
    ok: boolean;
    checked: BigCount;
    unsealed: BigCount;
    head_seq: BigCount;
    head_hash: string;
    problems: Json<AuditVerification['problems']>;
  };
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
    configuration_data: JsonWithDefault<Record_>;
    mapping_config: JsonWithDefault<Record<string, unknown>>;
    guard_limit_percent: BigCount;
    /** How long a person who left can come back under the same id. */
    grace_days: Generated<number>;
    last_read_at: MaybeAt;
    /** When a person first had everyone imported; until then no run begins by itself. */
    first_imported_at: MaybeAt;
    /** Counts the runs that changed people; change sets of an older version are stale. */
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
    /** Sorted. */
    group_ids: Generated<string[]>;
    attributes: JsonWithDefault<Record_>;
    source_hash: string;
    /** Counts for access. */
    active: Generated<boolean>;
    /** The state of a person; generated from the columns around it. */
    state: ColumnType<PersonState, never, never>;
    /** First and last day, as `2026-11-30`. */
    starts_on: ColumnType<Date | null, string | null | undefined, string | null>;
    ends_on: ColumnType<Date | null, string | null | undefined, string | null>;
    suspended_at: MaybeAt;
    left_at: MaybeAt;
    /** From then on, a person with the same id is a conflict. */
    forgotten_after: MaybeAt;
    /** Their external id is another person's now. */
    superseded_at: MaybeAt;
    /** A pseudonym stands in place of the name, and nothing else tells who it was. */
    erased_at: MaybeAt;
    created_at: StampedAt;
    updated_at: StampedAt;
    search_text: ColumnType<string, never, never>;
  };
  /** Every department that people have or had, as `foldText` folds it. */
  department_spelling: {
    spelling: string;
    folded: string;
  };
  person_group: {
    id: string;
    connection_id: string;
    /** In a staff list the name folded by `foldText`, in a called source its id as `keyOfGroup` writes it. */
    external_id: string;
    name: string;
    created_at: StampedAt;
    /** Since when it is empty. It keeps its id, so that it is the same when it comes back. */
    gone_at: MaybeAt;
  };
  sync_task: {
    id: string;
    kind: TaskKind;
    status: Generated<'PENDING' | 'RUNNING' | 'SUCCESS' | 'FAILURE'>;
    phase: Generated<'waiting' | 'reading' | 'comparing' | 'calculating' | 'guarding' | 'applying' | 'finished'>;
    done: Generated<number>;
    total: Generated<number>;
    title: string;
    dry_run: Generated<boolean>;
    result: MaybeJson<{ outcome: TaskOutcome; counts: Counts; failed: number; waiting: number }>;
    /** Progress of task kinds that work through several lists. */
    cursor: MaybeJson<Record_>;
    error: MaybeJson<Sentence>;
    /** What a person has to replace before it can succeed. */
    failed_on: 'credential' | null | undefined;
    /** Ended by a person, as FAILURE. */
    cancelled: Generated<boolean>;
    /** What it works on, as its kind says. At most one unfinished task per subject. */
    subject_id: string;
    /** Of a sync, the source that was named when it was started. */
    named_source_id: string | null | undefined;
    change_set_id: string | null;
    /** Of an import: what it reads. Null: as it needs. */
    run_kind: RunKind | null | undefined;
    /** The one person of a run of kind `single`, by external id. */
    run_person: string | null | undefined;
    /** Of a dry run: what is mapped in place of what is stored. */
    mapping: MaybeJson<Mapping> | undefined;
    started_by: string | null;
    created_at: StampedAt;
    started_at: MaybeAt;
    completed_at: MaybeAt;
  };
  /** Background work that waits for a worker, or that one has. */
  job: {
    kind: string;
    key: string;
    /** When a worker may claim it; while one has it, when its lease ends. */
    due_at: StampedAt;
    /** Fencing token of the worker that has it. */
    lease: string | null | undefined;
    /** How often it has been claimed. */
    attempt: Generated<number>;
    /** In a row, without progress in between. */
    failures: Generated<number>;
    /** In a row: claims after a lease that ended by itself, because its process had. */
    takeovers: Generated<number>;
    /** While a worker has it: what was requested may have come too late for it. */
    is_requested_again: Generated<boolean>;
  };
  sync_task_seen: { task_id: string; admin_id: string };
  change_set: {
    id: string;
    kind: ChangeSetKind;
    state: ChangeSetState;
    title: Json<Sentence>;
    iam_connection_id: string | null;
    key_system_connection_id: string | null;
    /** Fingerprint of the data it was computed from. */
    base: string;
    counts: JsonWithDefault<Counts>;
    guards: JsonWithDefault<Guard[]>;
    largest_removals: JsonWithDefault<{ label: string; count: number }[]>;
    /** Items up to this ordinal are applied (or have failed). */
    applied: Generated<number>;
    failed: Generated<number>;
    /** Items left for an operator. */
    waiting: Generated<number>;
    total: Generated<number>;
    task_id: string | null;
    created_at: StampedAt;
    applied_at: MaybeAt;
    /** Null: computed before it was worked out. */
    effect: MaybeJson<ChangeSetDelta>;
  };
  /** A person whose doors a change set changes. */
  change_set_person: {
    change_set_id: string;
    person_id: string;
    label: string;
    reference: string;
    department: string | null;
    gained: number;
    lost: number;
    other_hours: number;
    /** Number of the `change_set_doors` that come and go. */
    doors: number;
    because: Json<Sentence[]>;
  };
  /** Doors that come and go together, for everybody with the same change. */
  change_set_doors: {
    change_set_id: string;
    number: number;
    gained: string[];
    lost: string[];
    other_hours: string[];
  };
  /** How many people gain and lose a door. */
  change_set_door: { change_set_id: string; cylinder_id: string; gained: number; lost: number };
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
    /** Arguments for the driver; their shape depends on the kind. */
    write: MaybeJson<Record_>;
    outcome: Generated<'pending' | 'done' | 'failed' | 'waiting'>;
    message: MaybeJson<Sentence>;
  };
};

export type TaskRow = Selectable<Schema['sync_task']>;
export type ChangeSetRow = Selectable<Schema['change_set']>;
export type ItemRow = Selectable<Schema['change_set_item']>;
