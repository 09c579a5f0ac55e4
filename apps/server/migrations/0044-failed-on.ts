import { type Kysely, sql } from 'kysely';

const statements = [
  // What a person has to replace before a run that failed can succeed; null: the error says what to do.
  `alter table sync_task add column failed_on text check (failed_on in ('credential'))`,
];

/** Whether a run failed because its credential was refused. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
