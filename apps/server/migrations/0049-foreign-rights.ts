import { type Kysely, sql } from 'kysely';

const statements = [
  // As listed, by the key system's own ids; null until the next read. Those of our own profiles are in content.
  `alter table recorded_profile
    add column door_ids text[],
    add column group_ids text[],
    add column member_references text[],
    add column member_identities text[]`,
];

/** Keeps the doors and members of profiles that others wrote, and who of others is a member of ours. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
