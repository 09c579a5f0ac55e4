import { type Kysely, sql } from 'kysely';

const statements = [
  `create table generator_found (
    run_id uuid not null references generator_run on delete cascade,
    position integer not null,
    id uuid not null,
    name text not null,
    people bytea not null,
    cylinders bytea not null,
    primary key (run_id, position)
  )`,
];

/** What a run has suggested while it goes on, for its matrix; deleted with its end. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
