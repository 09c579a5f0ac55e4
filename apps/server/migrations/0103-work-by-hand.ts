import { type Kysely, sql } from 'kysely';

const statements = [
  // The key or cylinder of an entry that no plan asks for; null of the others.
  'alter table work_item add column subject_id uuid',
  'create index work_item_subject on work_item (subject_id) where subject_id is not null',
  // What was ordered before is listed once after the update.
  `insert into job (kind, key) select 'list-work-by-hand', id::text from key_system_connection on conflict do nothing`,
];

/** What the desk, orders of times and programming jobs want of a key system that cannot be written. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
