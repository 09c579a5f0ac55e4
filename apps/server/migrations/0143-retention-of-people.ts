import { type Kysely, sql } from 'kysely';

const statements = [
  // Without a row the usual periods hold, and nobody is erased automatically.
  `create table privacy_policy (
    only_row boolean primary key default true check (only_row),
    receipts_kept_days int not null,
    erase_leavers_after_days int
  )`,
  `create table retention_run (
    id uuid primary key,
    at timestamptz not null,
    by_name text,
    erased int not null,
    blocked int not null,
    receipts int not null
  )`,
  'create index on retention_run (at desc)',
  `create index person_left on person (left_at) where left_at is not null and erased_at is null`,
];

/** How long people who have left are kept, and what runs have erased. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
