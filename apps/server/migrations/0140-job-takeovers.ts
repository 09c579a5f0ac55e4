import { type Kysely, sql } from 'kysely';

/** How often a job was claimed because its worker had ended without a word, so that one which kills its process ends. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table job add column takeovers int not null default 0`.execute(db);
}
