import { type Kysely, sql } from 'kysely';

const statements = [
  // At most one row: the last backup that was restored into this database.
  `create table restored_backup (
    id smallint primary key default 1 check (id = 1),
    taken_at timestamptz not null,
    restored_at timestamptz not null,
    resumed_at timestamptz
  )`,
];

/** Which backup this installation was restored from; until it is resumed, it writes to no other system. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
