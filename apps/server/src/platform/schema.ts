import type { Guard, TaskOutcome } from '@key2xs/contract';
import type { ColumnType, Generated, JSONColumnType, Kysely, Transaction } from 'kysely';

// Rows of the migrated database, by table; apps/server/migrations has the same as SQL.
type At = ColumnType<Date, Date | string, Date | string>;
type MaybeAt = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
type StampedAt = ColumnType<Date, Date | string | undefined, Date | string>;
/** Written as JSON text, because `pg` would turn a bare array into a PostgreSQL array. */
type Json<T extends object> = JSONColumnType<T, string, string>;
type MaybeJson<T extends object> = ColumnType<T | null, string | null | undefined, string | null>;
type JsonWithDefault<T extends object> = ColumnType<T, string | undefined, string>;
/** `pg` hands bigint and numeric over as text. */
type BigCount = ColumnType<string, number | string | undefined, number | string>;

type Record_ = Record<string, unknown>;
type Counts = Record<string, number>;

/** A connection or a transaction: the caller decides what is atomic. */
export type Db = Kysely<Schema>;
export type Tx = Transaction<Schema>;

export type Schema = {
  admin: {
    id: string;
    username: string;
    password_hash: string;
    role: 'superadmin' | 'subadmin';
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
  login_attempt: { subject: string; at: StampedAt };
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
  };
  audit_head: { only_row: Generated<boolean>; seq: BigCount; hash: string; mac: string; sealed_at: StampedAt };
  idempotency_key: {
    key: string;
    admin_id: string;
    request_hash: string;
    status: number | null;
    answer: MaybeJson<object>;
    created_at: StampedAt;
  };
  iam_connection: {
    id: string;
    name: string;
    provider: 'csv';
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
  key_system_connection: {
    id: string;
    name: string;
    system_type: 'CLIQ_WEB_MANAGER';
    description: string | null;
    cliq_api_url: string;
    domain_name: string;
    certificate_info: Json<CertificateInfo>;
    sealed_certificate: Buffer;
    configuration_id: string;
    configured_at: StampedAt;
    is_active: Generated<boolean>;
    is_sandbox: Generated<boolean>;
    last_status: Generated<string>;
    error_message: string | null;
    last_successful_interaction: MaybeAt;
    inventory_read_at: MaybeAt;
    persons_read_at: MaybeAt;
    guard_limit_percent: BigCount;
    mirror_version: BigCount;
    version: Generated<number>;
    created_at: StampedAt;
    updated_at: StampedAt;
  };
  cylinder_group: {
    id: string;
    connection_id: string;
    external_id: string;
    name: string;
    domain: string;
    deleted_at: MaybeAt;
  };
  cylinder: {
    id: string;
    connection_id: string;
    external_id: string;
    marking: string;
    name: string;
    cylinder_type: string;
    domain: string;
    location: string;
    state: string;
    group_id: string | null;
    deleted_at: MaybeAt;
  };
  key: {
    id: string;
    connection_id: string;
    external_id: string;
    marking: string;
    name: string;
    serial: string;
    key_type: string;
    state: string;
    holder_identity: string | null;
    deleted_at: MaybeAt;
  };
  key_system_person: {
    connection_id: string;
    reference: string;
    identity: string;
    first_name: string;
    surname: string;
    email: string | null;
    employee_id: string | null;
    active: boolean;
  };
  key_system_profile: { connection_id: string; reference: string; name: string };
  key_system_profile_member: { connection_id: string; profile_reference: string; person_reference: string };
  key_plan: {
    id: string;
    name: string;
    description: string;
    is_active: Generated<boolean>;
    time_zone: Generated<string>;
    version: Generated<number>;
    created_at: StampedAt;
    updated_at: StampedAt;
  };
  key_plan_iam_connection: { keyplan_id: string; connection_id: string };
  key_plan_key_system: { keyplan_id: string; connection_id: string };
  access_profile: {
    id: string;
    keyplan_id: string;
    name: string;
    description: string | null;
    version: Generated<number>;
    created_at: StampedAt;
    updated_at: StampedAt;
  };
  access_profile_cylinder: { profile_id: string; cylinder_id: string };
  access_profile_group: { profile_id: string; group_id: string };
  access_rule: {
    id: string;
    keyplan_id: string;
    type: 'job_function' | 'department' | 'custom';
    name: string;
    description: string | null;
    is_active: Generated<boolean>;
    subject_match: Generated<'any' | 'all'>;
    version: Generated<number>;
    created_at: StampedAt;
    updated_at: StampedAt;
    updated_by: string;
  };
  access_rule_subject: {
    id: string;
    rule_id: string;
    subject_type: 'user' | 'group' | 'job_title' | 'department';
    subject_identifier: string;
  };
  access_rule_object: {
    id: string;
    rule_id: string;
    object_type: 'cylinder' | 'cylinder_group' | 'access_profile';
    object_identifier: string;
  };
  time_restriction: {
    id: string;
    rule_id: string;
    /** ISO weekdays, 1 is Monday. */
    days: number[];
    from_time: string;
    to_time: string;
    valid_from: MaybeAt;
    valid_until: MaybeAt;
  };
  sync_task: {
    id: string;
    kind: 'directory' | 'key_system' | 'inventory';
    status: Generated<'PENDING' | 'RUNNING' | 'SUCCESS' | 'FAILURE'>;
    phase: Generated<'waiting' | 'reading' | 'comparing' | 'guarding' | 'applying' | 'finished'>;
    done: Generated<number>;
    total: Generated<number>;
    title: string;
    dry_run: Generated<boolean>;
    result: MaybeJson<{ outcome: TaskOutcome; counts: Counts; failed: number }>;
    error: string | null;
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
  sync_task_seen: { task_id: string; admin_id: string };
  change_set: {
    id: string;
    kind: 'directory' | 'key_system';
    state: 'computing' | 'ready' | 'quarantined' | 'applying' | 'applied' | 'discarded' | 'stale';
    title: string;
    iam_connection_id: string | null;
    key_system_connection_id: string | null;
    staff_list_id: string | null;
    /** Fingerprint of what it was computed from. */
    base: string;
    counts: JsonWithDefault<Counts>;
    guards: JsonWithDefault<Guard[]>;
    largest_removals: JsonWithDefault<{ label: string; count: number }[]>;
    /** Items up to this ordinal are applied (or have failed). */
    applied: Generated<number>;
    failed: Generated<number>;
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
    outcome: Generated<'pending' | 'done' | 'failed'>;
    message: string | null;
  };
};

export type CertificateInfo = {
  subject: string;
  issuer: string;
  fingerprint_sha256: string;
  not_before: string;
  not_after: string;
};
