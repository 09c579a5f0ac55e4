import { type Kysely, sql } from 'kysely';

const statements = [
  // sent_position: every entry of the log up to it was taken.
  `create table log_destination (
    id uuid primary key,
    name text not null,
    format text not null check (format in ('ocsf', 'cef')),
    target jsonb not null,
    is_enabled boolean not null,
    sent_position bigint not null,
    last_sent_at timestamptz,
    failing_since timestamptz,
    last_error jsonb,
    tries integer not null default 0,
    claim uuid,
    due_at timestamptz not null default now(),
    version integer not null default 1,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now()
  )`,
  // Two that write one file would mix their lines.
  `create unique index log_destination_file on log_destination ((target ->> 'file'))`,
];

/** Where the administration log is forwarded to. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
