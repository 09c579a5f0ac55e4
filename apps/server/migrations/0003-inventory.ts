import { type Kysely, sql } from 'kysely';

// Written in SQL and frozen once merged: it never imports app code, so it means the same forever.
const statements = [
  `create table inventory_page (
    task_id uuid not null references sync_task on delete cascade,
    ordinal int not null,
    rows text not null,
    primary key (task_id, ordinal)
  )`,
  `alter table key_system_connection
    add column inventory_loss jsonb,
    add column list_digests jsonb not null default '{}'`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
