import { type Kysely, sql } from 'kysely';

const statements = [
  // Whom a version reached when it came into force. Null until it is measured.
  'alter table key_plan_version add column figures jsonb',
];

/** What each version of a key plan reached. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
