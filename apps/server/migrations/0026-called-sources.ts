import { type Kysely, sql } from 'kysely';

const watched = 'id, connection_id, active, department, job_title, group_ids, display_name, employee_id';
const kept =
  'id, created_at as born, connection_id, active, department, job_title, group_ids, state, starts_on, ends_on';

const keep = `execute function keep_access_past('person', '${kept}')`;
const note = `execute function note_access_change('person', 'id', '${watched}')`;
const old = 'referencing old table as gone';

const ofConnection = 'connection_id uuid not null references iam_connection on delete cascade';

// Written in SQL and frozen once merged: it never imports app code, so it means the same forever.
const statements = [
  // `active` stays what access depends on; the state says why somebody is not.
  `alter table person
    add column starts_on date,
    add column ends_on date,
    add column suspended_at timestamptz,
    add column forgotten_after timestamptz,
    add column superseded_at timestamptz,
    add column state text not null generated always as (case
      when active then 'active' when left_at is not null then 'left' when suspended_at is not null then 'suspended'
      when starts_on is not null then 'coming' else 'left' end) stored`,
  `update person set forgotten_after = left_at + interval '30 days' where left_at is not null`,
  // Whoever comes under the id of somebody who is another person now has a record of their own.
  'alter table person drop constraint person_connection_id_external_id_key',
  `create unique index person_identity on person (connection_id, external_id) where superseded_at is null`,
  `create index person_employee_id on person (employee_id) where employee_id is not null`,
  `create index person_starts_on on person (starts_on) where starts_on is not null`,
  `create index person_ends_on on person (ends_on) where ends_on is not null`,
  'drop trigger access_updated on person',
  'drop trigger past_updated on person',
  'drop trigger past_deleted on person',
  `create trigger access_updated after update on person ${old} new table as come for each statement ${note}`,
  `create trigger past_updated after update on person ${old} new table as come for each statement ${keep}`,
  `create trigger past_deleted after delete on person ${old} for each statement ${keep}`,

  `alter table iam_connection
    add column grace_days int not null default 30 check (grace_days between 0 and 3650)`,
  `alter table sync_task add column run_kind text, add column run_person text`,

  // What a source that is called has told, page by page. One reading is under way at a time.
  `create table source_copy (
    connection_id uuid primary key references iam_connection on delete cascade,
    version bigint not null default 0,
    reading bigint not null default 0,
    task_id uuid,
    is_full boolean not null default true,
    is_whole boolean not null default false,
    cursor text,
    pages int not null default 0,
    attributes text[] not null default '{}',
    full_read_at timestamptz,
    read_at timestamptz
  )`,
  `create table source_page (
    ${ofConnection},
    cursor_hash text not null,
    primary key (connection_id, cursor_hash)
  )`,
  `create table source_person (
    ${ofConnection},
    external_id text collate "C" not null,
    values jsonb not null,
    problems jsonb,
    read_mark bigint not null,
    gone text check (gone in ('restorable', 'for_good', 'unlisted')),
    gone_at timestamptz,
    is_another boolean not null default false,
    primary key (connection_id, external_id)
  )`,
  `create table source_group (
    ${ofConnection},
    external_id text collate "C" not null,
    name text,
    read_mark bigint not null,
    primary key (connection_id, external_id)
  )`,
  `create table source_member (
    ${ofConnection},
    person_id text collate "C" not null,
    group_id text collate "C" not null,
    read_mark bigint not null,
    primary key (connection_id, person_id, group_id)
  )`,
  'create index source_member_group on source_member (connection_id, group_id)',

  `create table source_credential (
    id uuid primary key,
    ${ofConnection},
    kind text not null check (kind in ('secret', 'certificate')),
    sealed bytea not null,
    facts jsonb not null default '{}',
    state text not null check (state in ('active', 'next', 'retired')),
    expires_at timestamptz,
    created_at timestamptz not null default now()
  )`,
  `create unique index source_credential_active on source_credential (connection_id) where state = 'active'`,

  `create table directory_conflict (
    id uuid primary key,
    ${ofConnection},
    kind text not null check (kind in ('same_number', 'two_sources', 'returner')),
    value text not null,
    people jsonb not null,
    state text not null default 'open' check (state in ('open', 'decided')),
    decision text,
    chosen text,
    reason text,
    decided_by text,
    decided_at timestamptz,
    found_at timestamptz not null default now(),
    seen_at timestamptz not null default now()
  )`,
  `create unique index directory_conflict_open on directory_conflict (connection_id, kind, value) where state = 'open'`,
  'create index directory_conflict_list on directory_conflict (connection_id, state, found_at desc)',

  `create table parked_person (
    ${ofConnection},
    external_id text not null,
    label text not null,
    reason jsonb not null,
    tries int not null default 1,
    next_try_at timestamptz not null,
    first_seen_at timestamptz not null default now(),
    last_seen_at timestamptz not null default now(),
    primary key (connection_id, external_id)
  )`,

  `create table mapping_version (
    id uuid primary key,
    ${ofConnection},
    number int not null,
    mapping jsonb not null,
    saved_by text not null,
    saved_at timestamptz not null default now(),
    unique (connection_id, number)
  )`,
];

/** Identity sources that are called, states of people, and what a person has to decide about them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
