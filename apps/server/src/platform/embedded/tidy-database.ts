import { sql } from 'kysely';
import type { Db } from '../schema/schema';

/** Vacuum, statistics and checkpoint, which are automatic on a PostgreSQL server but not in the embedded database. */
export async function tidyDatabase(db: Db): Promise<void> {
  await sql`vacuum (analyze)`.execute(db);
  await sql`checkpoint`.execute(db);
}
