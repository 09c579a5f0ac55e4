import { type Kysely, sql } from 'kysely';

const statements = [
  'drop trigger described_updated on location',
  `create trigger described_updated after update on location referencing old table as gone new table as come
    for each statement execute function note_access_change('described', 'id', 'id, name, protection_class')`,
];

/** Notes new protection classes of places, so that processes may keep the columns of a matrix. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
