import { type Kysely, sql } from 'kysely';

// Written in SQL and frozen once merged: it never imports app code, so it means the same forever.
const statements = [
  `create table client_certificate (
    id uuid primary key,
    connection_id uuid not null references key_system_connection on delete cascade,
    state text not null check (state in ('active', 'standby')),
    info jsonb not null,
    sealed bytea not null,
    last_test jsonb,
    uploaded_by uuid references admin,
    created_at timestamptz not null default now(),
    activated_at timestamptz
  )`,
  `create unique index client_certificate_one_of_each on client_certificate (connection_id, state)`,
  // The seal is bound to the id of the row it was in, so each keeps that id.
  `insert into client_certificate (id, connection_id, state, info, sealed, created_at, activated_at)
     select id, id, 'active', certificate_info, sealed_certificate, configured_at, configured_at from key_system_connection`,
  `create table certificate_warning_seen (
    admin_id uuid not null references admin on delete cascade,
    certificate_id uuid not null references client_certificate on delete cascade,
    days int not null,
    primary key (admin_id, certificate_id, days)
  )`,
  `alter table key_system_connection
    drop column certificate_info, drop column sealed_certificate, drop column configuration_id, drop column configured_at,
    add column capabilities text[] not null default '{}',
    add column inventory_counts jsonb not null default '{}',
    add column last_test jsonb,
    add column events_cursor jsonb`,

  `alter table cylinder_group add column row_hash text not null default ''`,
  `alter table cylinder add column row_hash text not null default ''`,
  `alter table cylinder add column search_text text not null
     generated always as (lower(marking || ' ' || name || ' ' || location)) stored`,
  `create index cylinder_name on cylinder (name, marking, id)`,
  `create index cylinder_location on cylinder (location, marking, id)`,
  `alter table key add column row_hash text not null default '', add column last_update_at timestamptz`,
  `alter table key add column search_text text not null
     generated always as (lower(marking || ' ' || name || ' ' || serial)) stored`,
  `create index key_marking on key (marking, id)`,
  `create index key_name on key (name, marking, id)`,
  `create index key_holder on key (connection_id, holder_identity)`,
  `create table recorded_person (
    connection_id uuid not null references key_system_connection on delete cascade,
    identity text not null,
    reference text,
    first_name text not null,
    surname text not null,
    email text,
    employee_id text,
    active boolean not null,
    first_read_at timestamptz not null,
    row_hash text not null default '',
    deleted_at timestamptz,
    full_name text not null generated always as (btrim(first_name || ' ' || surname)) stored,
    search_text text not null generated always as (lower(first_name || ' ' || surname)) stored,
    primary key (connection_id, identity)
  )`,
  `create index recorded_person_reference on recorded_person (connection_id, reference)`,
  `create table recorded_profile (
    connection_id uuid not null references key_system_connection on delete cascade,
    identity text not null,
    reference text,
    name text not null,
    description text not null,
    cylinders int not null,
    cylinder_groups int not null,
    members int not null,
    row_hash text not null default '',
    deleted_at timestamptz,
    primary key (connection_id, identity)
  )`,
  `create table programming_job (
    id uuid primary key,
    connection_id uuid not null references key_system_connection on delete cascade,
    external_id text not null,
    cylinder_external_id text not null,
    kind text not null,
    state text not null,
    assigned_key text,
    created_at timestamptz not null,
    done_at timestamptz,
    row_hash text not null default '',
    deleted_at timestamptz,
    unique (connection_id, external_id)
  )`,
  `create index programming_job_cylinder on programming_job (connection_id, cylinder_external_id)`,
  `create table access_event (
    connection_id uuid not null references key_system_connection on delete cascade,
    external_id text not null,
    event_time timestamptz not null,
    import_time timestamptz not null,
    source text not null,
    key_external_id text,
    cylinder_external_id text,
    person_identity text,
    result text not null,
    reason text,
    primary key (connection_id, external_id)
  )`,
  `create index access_event_cylinder on access_event (connection_id, cylinder_external_id, event_time desc)`,
  `create index access_event_key on access_event (connection_id, key_external_id, event_time desc)`,

  `alter table key_system_profile add column content jsonb`,
  `alter table sync_task add column cursor jsonb`,
  `alter table change_set add column waiting int not null default 0`,

  `create table locking_plan (
    connection_id uuid primary key references key_system_connection on delete cascade,
    file_name text not null,
    content jsonb not null,
    counts jsonb not null,
    stored_by text not null,
    version int not null default 1,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now()
  )`,

  `create table work_item (
    id uuid primary key,
    connection_id uuid not null references key_system_connection on delete cascade,
    change_set_id uuid references change_set on delete set null,
    kind text not null,
    signature text not null,
    person_id uuid,
    label text not null,
    reference text not null,
    what text not null,
    place text not null,
    why text not null,
    before jsonb,
    after jsonb,
    write jsonb not null,
    state text not null default 'open' check (state in ('open', 'done', 'withdrawn')),
    assigned_to uuid references admin on delete set null,
    closed_by text check (closed_by in ('operator', 'read', 'sync')),
    closed_by_name text,
    note text,
    ordinal int not null,
    created_at timestamptz not null default now(),
    closed_at timestamptz,
    search_text text not null generated always as (lower(label || ' ' || reference || ' ' || what)) stored
  )`,
  `create unique index work_item_open on work_item (connection_id, signature) where state = 'open'`,
  `create index work_item_signature on work_item (connection_id, signature)`,
  `create index work_item_state on work_item (state, created_at, ordinal, id)`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
