import { type Kysely, sql } from 'kysely';

// Written in SQL and frozen once merged: it never imports app code, so it means the same forever.
const statements = [
  `create table task_lease (
    task_id uuid primary key references sync_task on delete cascade,
    attempt int,
    until timestamptz not null
  )`,
  // A server of the version before may still work on these, and knows no leases.
  `insert into task_lease (task_id, until)
    select id, now() + interval '1 minute' from sync_task where status in ('PENDING', 'RUNNING')`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
