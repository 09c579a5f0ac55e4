import { type Kysely, sql } from 'kysely';

/** The rule of a key plan that gives what a request asked for. No reference: the rule may only be in a draft, and vanish with it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table key_request add column rule_id uuid`.execute(db);
  await sql`create index on key_request (rule_id) where rule_id is not null`.execute(db);
}
