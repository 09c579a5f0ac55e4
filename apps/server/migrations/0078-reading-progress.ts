import { type Kysely, sql } from 'kysely';

/** The progress of readings under way: how many people have been read has another name. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    update sync_task set cursor = cursor - 'told' || jsonb_build_object('people', cursor -> 'told')
    where cursor ? 'told' and cursor ? 'reading'
  `.execute(db);
}
