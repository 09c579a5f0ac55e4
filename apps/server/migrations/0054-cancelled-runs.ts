import { type Kysely, sql } from 'kysely';

const statements = [
  // Ended by a person before it wrote anything. It counts neither as a success nor as a failure that needs a person.
  'alter table sync_task add column cancelled boolean not null default false',
];

/** Whether a person cancelled a run. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
