import { type Kysely, sql } from 'kysely';

const statements = [
  `create table timetable (
    subject_id uuid primary key,
    iam_connection_id uuid unique references iam_connection (id) on delete cascade,
    key_system_connection_id uuid unique references key_system_connection (id) on delete cascade,
    sync_interval text not null default 'disabled' check (sync_interval in ('disabled', '15m', '1h', '6h', '24h')),
    windows jsonb not null default '[]',
    time_zone text not null default 'UTC',
    paused_at timestamptz,
    paused_until timestamptz,
    paused_by text,
    pause_reason text,
    next_run_at timestamptz,
    last_run_at timestamptz,
    last_task_id uuid references sync_task (id) on delete set null,
    stage integer,
    refusal jsonb,
    version integer not null default 1,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    check (num_nonnulls(iam_connection_id, key_system_connection_id) = 1),
    check (subject_id = coalesce(iam_connection_id, key_system_connection_id)),
    check ((paused_at is null) = (pause_reason is null))
  )`,
  'create index timetable_task on timetable (last_task_id)',
  // Nothing but 'disabled' could be stored in it.
  'alter table iam_connection drop column sync_interval',
  'create index sync_task_of_subject on sync_task (subject_id, created_at desc)',
];

/** When connections are read by themselves. A connection without a row has no timetable. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
