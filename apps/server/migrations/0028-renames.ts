import { type Kysely, sql } from 'kysely';

const statements = [
  `create table rename_finding (
    id uuid primary key,
    change_set_id uuid not null references change_set (id) on delete cascade,
    number integer not null,
    field text not null check (field in ('department', 'job_title')),
    content jsonb not null,
    effect jsonb not null,
    stops boolean not null,
    decision text check (decision in ('carry_over', 'map_for_good', 'not_a_rename')),
    decided_by text,
    decided_at timestamptz,
    version integer not null default 1,
    unique (change_set_id, number),
    check ((decision is null) = (decided_by is null)),
    check ((decision is null) = (decided_at is null))
  )`,
  `create table value_alias (
    id uuid primary key,
    connection_id uuid not null references iam_connection (id) on delete cascade,
    field text not null check (field in ('department', 'job_title')),
    source_value text not null,
    source_key text not null,
    read_as text not null,
    created_by text not null,
    created_at timestamptz not null default now(),
    unique (connection_id, field, source_key)
  )`,
];

/** What runs find renamed, what was decided about it, and values that are read as others since. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
