import { type Kysely, sql } from 'kysely';

const statements = [
  // Who is to do the next step.
  `alter table key_case add column owner_id uuid references admin on delete set null`,
  `create index on key_case (owner_id) where owner_id is not null`,
];

/** Cases that an administrator looks after. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
