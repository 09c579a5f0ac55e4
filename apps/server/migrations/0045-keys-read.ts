import { type Kysely, sql } from 'kysely';

const statements = [
  // When the keys were last read to the end of their list; null: never, so that nothing is known of who holds one.
  'alter table key_system_connection add column keys_read_at timestamptz',
  `update key_system_connection set keys_read_at = inventory_read_at where inventory_counts ? 'keys'`,
];

/** As of when the keys of a key system are known. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
