import { type Kysely, sql } from 'kysely';

const statements = [
  // Runs of a timetable only read a new key system until a person has applied a sync. Those that are there go on as they did.
  'alter table key_system_connection add column timed_writes boolean not null default true',
  'alter table key_system_connection alter column timed_writes set default false',
];

/** Whether a timetable may sync a key system, or only read it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
