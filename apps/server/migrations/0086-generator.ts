import { type Kysely, sql } from 'kysely';

const statements = [
  `create table generator_run (
    id uuid primary key,
    name text not null,
    settings jsonb not null,
    seed integer not null,
    status text not null default 'waiting' check (status in ('waiting', 'running', 'finished', 'stopped', 'failed')),
    phase text,
    done integer not null default 0,
    total integer not null default 0,
    is_stop_requested boolean not null default false,
    started_by text not null,
    task_id uuid,
    last_event_id bigint not null default 0,
    revision text,
    input jsonb,
    figures jsonb,
    choices jsonb,
    nothing jsonb,
    error jsonb,
    drafted_key_plan_id uuid references key_plan on delete set null,
    version integer not null default 1,
    created_at timestamptz not null default clock_timestamp(),
    finished_at timestamptz
  )`,
  'create index generator_run_created on generator_run (created_at desc, id)',
  `create table generator_data (
    run_id uuid primary key references generator_run on delete cascade,
    people bytea not null,
    cylinders bytea not null,
    relation bytea not null,
    facts bytea not null,
    rights bytea,
    lower_bound bytea
  )`,
  `create table generator_event (
    id bigint generated always as identity primary key,
    run_id uuid not null references generator_run on delete cascade,
    event text not null,
    data jsonb not null
  )`,
  'create index generator_event_run on generator_event (run_id, id)',
  `create table generator_suggestion (
    run_id uuid not null references generator_run on delete cascade,
    id uuid not null,
    position integer not null,
    kind text not null check (kind in ('rule', 'profile')),
    conditions jsonb not null,
    people bytea not null,
    cylinders bytea not null,
    cylinder_kinds bytea not null,
    additions bytea not null,
    people_count integer not null,
    cylinder_count integer not null,
    rights integer not null,
    confidence double precision not null,
    support integer not null,
    recall double precision not null,
    lift double precision not null,
    addition_count integer not null,
    additions_accepted boolean not null default false,
    outliers integer not null,
    risks text[] not null,
    alternatives jsonb not null default '[]',
    name text not null,
    name_by text not null check (name_by in ('generator', 'language_model', 'administrator')),
    explanation text,
    recorded_profile jsonb,
    decision text not null default 'open' check (decision in ('open', 'accepted', 'rejected')),
    decided_by text,
    reason text,
    pinned boolean not null default false,
    version integer not null default 1,
    primary key (run_id, id)
  )`,
  'create index generator_suggestion_position on generator_suggestion (run_id, position)',
  `create table generator_finding (
    run_id uuid not null references generator_run on delete cascade,
    position integer not null,
    kind text not null check (kind in ('outlier', 'missing', 'orphaned', 'doubled', 'unused', 'drifting_profile')),
    sentence jsonb not null,
    person_id uuid,
    cylinder_id uuid,
    suggestion_id uuid,
    share double precision,
    decision text not null default 'open' check (decision in ('open', 'keep', 'remove', 'add')),
    decided_by text,
    reason text,
    primary key (run_id, position)
  )`,
];

/** Runs of the key plan generator: what each has read, its events, what it suggests and what should be looked at. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
