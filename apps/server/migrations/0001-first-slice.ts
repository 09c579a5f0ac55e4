import { type Kysely, sql } from 'kysely';

// Written in SQL and frozen once merged: it never imports app code, so it means the same forever.
const statements = [
  `create extension if not exists pg_trgm`,

  `create table admin (
    id uuid primary key,
    username text not null check (length(username) between 3 and 64),
    password_hash text not null,
    role text not null check (role in ('superadmin', 'subadmin')),
    disabled_at timestamptz,
    created_at timestamptz not null default now()
  )`,
  `create unique index admin_username on admin (lower(username))`,

  `create table session (
    id uuid primary key,
    admin_id uuid not null references admin on delete cascade,
    token_hash bytea not null unique,
    created_at timestamptz not null default now(),
    expires_at timestamptz not null,
    ends_at timestamptz not null
  )`,
  `create index session_admin on session (admin_id)`,
  `create index session_expires on session (expires_at)`,

  `create table invitation (
    id uuid primary key,
    token_hash bytea not null unique,
    role text not null check (role in ('superadmin', 'subadmin')),
    invited_by uuid not null references admin,
    created_at timestamptz not null default now(),
    expires_at timestamptz not null,
    used_at timestamptz
  )`,

  `create table login_attempt (
    subject text not null,
    at timestamptz not null default now()
  )`,
  `create index login_attempt_subject on login_attempt (subject, at)`,

  `create table audit_event (
    id uuid primary key,
    at timestamptz not null default clock_timestamp(),
    actor_id uuid,
    actor_name text not null,
    action text not null,
    target_type text,
    target_id text,
    request_id text,
    details jsonb,
    details_salt text not null,
    details_hash text not null,
    seq bigint unique,
    prev_hash text,
    hash text
  )`,
  `create index audit_event_unsealed on audit_event (id) where seq is null`,
  `create index audit_event_at on audit_event (at desc)`,
  `create table audit_head (
    only_row boolean primary key default true check (only_row),
    seq bigint not null,
    hash text not null,
    mac text not null,
    sealed_at timestamptz not null default now()
  )`,

  `create table idempotency_key (
    key text not null,
    admin_id uuid not null references admin on delete cascade,
    request_hash text not null,
    status int,
    answer jsonb,
    created_at timestamptz not null default now(),
    primary key (admin_id, key)
  )`,

  `create table iam_connection (
    id uuid primary key,
    name text not null check (length(name) between 3 and 100),
    provider text not null check (provider in ('csv')),
    is_active boolean not null default true,
    description text,
    admin_contact text,
    sync_interval text not null default 'disabled',
    configuration_data jsonb not null default '{}',
    mapping_config jsonb not null default '{}',
    guard_limit_percent numeric not null default 5 check (guard_limit_percent between 1 and 100),
    last_read_at timestamptz,
    directory_version bigint not null default 0,
    version int not null default 1,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now()
  )`,
  `create unique index iam_connection_name on iam_connection (lower(name))`,

  `create table staff_list (
    id uuid primary key,
    connection_id uuid not null references iam_connection on delete cascade,
    file_name text not null,
    bytes int not null,
    rows int not null,
    columns jsonb not null,
    uploaded_by uuid references admin,
    uploaded_at timestamptz not null default now()
  )`,
  `create index staff_list_connection on staff_list (connection_id, uploaded_at desc)`,
  `create table staff_list_chunk (
    staff_list_id uuid not null references staff_list on delete cascade,
    ordinal int not null,
    content bytea not null,
    primary key (staff_list_id, ordinal)
  )`,

  `create table person (
    id uuid primary key,
    connection_id uuid not null references iam_connection,
    external_id text not null,
    username text,
    display_name text not null,
    given_name text,
    family_name text,
    email text,
    job_title text,
    department text,
    company text,
    location text,
    employee_id text,
    employee_type text,
    manager_ref text,
    attributes jsonb not null default '{}',
    source_hash text not null,
    active boolean not null default true,
    left_at timestamptz,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    search_text text not null generated always as (
      lower(display_name || ' ' || coalesce(username, '') || ' ' || coalesce(email, '') || ' ' || coalesce(employee_id, '') || ' ' || external_id)
    ) stored,
    unique (connection_id, external_id)
  )`,
  `create index person_display_name on person (display_name, id)`,
  `create index person_department on person (department, display_name, id)`,
  `create index person_job_title on person (job_title, display_name, id)`,
  `create index person_search on person using gin (search_text gin_trgm_ops)`,

  `create table key_system_connection (
    id uuid primary key,
    name text not null check (length(name) between 1 and 100),
    system_type text not null check (system_type in ('CLIQ_WEB_MANAGER')),
    description text,
    cliq_api_url text not null check (cliq_api_url like 'https://%'),
    domain_name text not null,
    certificate_info jsonb not null,
    sealed_certificate bytea not null,
    configuration_id uuid not null,
    configured_at timestamptz not null default now(),
    is_active boolean not null default true,
    is_sandbox boolean not null default false,
    last_status text not null default 'PENDING_VALIDATION',
    error_message text,
    last_successful_interaction timestamptz,
    inventory_read_at timestamptz,
    persons_read_at timestamptz,
    guard_limit_percent numeric not null default 5 check (guard_limit_percent between 1 and 100),
    mirror_version bigint not null default 0,
    version int not null default 1,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now()
  )`,
  `create unique index key_system_connection_name on key_system_connection (lower(name))`,

  `create table cylinder_group (
    id uuid primary key,
    connection_id uuid not null references key_system_connection on delete cascade,
    external_id text not null,
    name text not null,
    domain text not null,
    deleted_at timestamptz,
    unique (connection_id, external_id)
  )`,
  `create table cylinder (
    id uuid primary key,
    connection_id uuid not null references key_system_connection on delete cascade,
    external_id text not null,
    marking text not null,
    name text not null,
    cylinder_type text not null,
    domain text not null,
    location text not null,
    state text not null,
    group_id uuid references cylinder_group,
    deleted_at timestamptz,
    unique (connection_id, external_id)
  )`,
  `create index cylinder_marking on cylinder (marking, id)`,
  `create index cylinder_in_group on cylinder (group_id)`,
  `create table key (
    id uuid primary key,
    connection_id uuid not null references key_system_connection on delete cascade,
    external_id text not null,
    marking text not null,
    name text not null,
    serial text not null,
    key_type text not null,
    state text not null,
    holder_identity text,
    deleted_at timestamptz,
    unique (connection_id, external_id)
  )`,
  `create table key_system_person (
    connection_id uuid not null references key_system_connection on delete cascade,
    reference uuid not null,
    identity text not null,
    first_name text not null,
    surname text not null,
    email text,
    employee_id text,
    active boolean not null,
    primary key (connection_id, reference)
  )`,
  `create table key_system_profile (
    connection_id uuid not null references key_system_connection on delete cascade,
    reference uuid not null,
    name text not null,
    primary key (connection_id, reference)
  )`,
  `create table key_system_profile_member (
    connection_id uuid not null,
    profile_reference uuid not null,
    person_reference uuid not null,
    primary key (connection_id, profile_reference, person_reference),
    foreign key (connection_id, profile_reference) references key_system_profile on delete cascade
  )`,
  `create index key_system_member_person on key_system_profile_member (person_reference)`,

  `create table key_plan (
    id uuid primary key,
    name text not null check (length(name) between 1 and 100),
    description text not null,
    is_active boolean not null default false,
    time_zone text not null default 'UTC',
    version int not null default 1,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now()
  )`,
  `create unique index key_plan_name on key_plan (lower(name))`,
  `create table key_plan_iam_connection (
    keyplan_id uuid not null references key_plan on delete cascade,
    connection_id uuid not null references iam_connection,
    primary key (keyplan_id, connection_id)
  )`,
  `create table key_plan_key_system (
    keyplan_id uuid not null references key_plan on delete cascade,
    connection_id uuid not null references key_system_connection,
    primary key (keyplan_id, connection_id)
  )`,
  `create table access_profile (
    id uuid primary key,
    keyplan_id uuid not null references key_plan on delete cascade,
    name text not null,
    description text,
    version int not null default 1,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now()
  )`,
  `create unique index access_profile_name on access_profile (keyplan_id, lower(name))`,
  `create table access_profile_cylinder (
    profile_id uuid not null references access_profile on delete cascade,
    cylinder_id uuid not null references cylinder,
    primary key (profile_id, cylinder_id)
  )`,
  `create table access_profile_group (
    profile_id uuid not null references access_profile on delete cascade,
    group_id uuid not null references cylinder_group,
    primary key (profile_id, group_id)
  )`,
  `create table access_rule (
    id uuid primary key,
    keyplan_id uuid not null references key_plan on delete cascade,
    type text not null check (type in ('job_function', 'department', 'custom')),
    name text not null,
    description text,
    is_active boolean not null default true,
    subject_match text not null default 'any' check (subject_match in ('any', 'all')),
    version int not null default 1,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    updated_by text not null
  )`,
  `create unique index access_rule_name on access_rule (keyplan_id, lower(name))`,
  `create table access_rule_subject (
    id uuid primary key,
    rule_id uuid not null references access_rule on delete cascade,
    subject_type text not null check (subject_type in ('user', 'group', 'job_title', 'department')),
    subject_identifier text not null
  )`,
  `create index access_rule_subject_rule on access_rule_subject (rule_id)`,
  `create table access_rule_object (
    id uuid primary key,
    rule_id uuid not null references access_rule on delete cascade,
    object_type text not null check (object_type in ('cylinder', 'cylinder_group', 'access_profile')),
    object_identifier uuid not null
  )`,
  `create index access_rule_object_rule on access_rule_object (rule_id)`,
  `create index access_rule_object_target on access_rule_object (object_identifier)`,
  `create table time_restriction (
    id uuid primary key,
    rule_id uuid not null references access_rule on delete cascade,
    days int[] not null,
    from_time text not null,
    to_time text not null,
    valid_from timestamptz,
    valid_until timestamptz
  )`,
  `create index time_restriction_rule on time_restriction (rule_id)`,

  `create table sync_task (
    id uuid primary key,
    kind text not null check (kind in ('directory', 'key_system', 'inventory')),
    status text not null default 'PENDING' check (status in ('PENDING', 'RUNNING', 'SUCCESS', 'FAILURE')),
    phase text not null default 'waiting',
    done int not null default 0,
    total int not null default 0,
    title text not null,
    dry_run boolean not null default false,
    result jsonb,
    error text,
    iam_connection_id uuid references iam_connection on delete cascade,
    key_system_connection_id uuid references key_system_connection on delete cascade,
    change_set_id uuid,
    started_by uuid references admin,
    attempt int not null default 0,
    failures int not null default 0,
    created_at timestamptz not null default now(),
    started_at timestamptz,
    completed_at timestamptz
  )`,
  `create unique index sync_task_one_directory_run on sync_task (iam_connection_id)
     where kind = 'directory' and status in ('PENDING', 'RUNNING')`,
  `create unique index sync_task_one_key_system_run on sync_task (key_system_connection_id)
     where kind in ('key_system', 'inventory') and status in ('PENDING', 'RUNNING')`,
  `create index sync_task_created on sync_task (created_at desc)`,
  `create table sync_task_seen (
    task_id uuid not null references sync_task on delete cascade,
    admin_id uuid not null references admin on delete cascade,
    primary key (task_id, admin_id)
  )`,

  `create table change_set (
    id uuid primary key,
    kind text not null check (kind in ('directory', 'key_system')),
    state text not null,
    title text not null,
    iam_connection_id uuid references iam_connection on delete cascade,
    key_system_connection_id uuid references key_system_connection on delete cascade,
    staff_list_id uuid references staff_list on delete set null,
    base text not null,
    counts jsonb not null default '{}',
    guards jsonb not null default '[]',
    largest_removals jsonb not null default '[]',
    applied int not null default 0,
    failed int not null default 0,
    total int not null default 0,
    task_id uuid references sync_task on delete set null,
    decision jsonb,
    created_at timestamptz not null default now(),
    applied_at timestamptz
  )`,
  `create index change_set_created on change_set (created_at desc)`,
  `create table change_set_item (
    change_set_id uuid not null references change_set on delete cascade,
    ordinal int not null,
    kind text not null,
    person_id uuid,
    label text not null,
    reference text not null,
    detail text,
    before jsonb,
    after jsonb,
    source_hash text,
    write jsonb,
    outcome text not null default 'pending',
    message text,
    primary key (change_set_id, ordinal)
  )`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
