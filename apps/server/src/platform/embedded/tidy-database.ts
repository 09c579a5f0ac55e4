import { sql } from 'kysely';
import type { Db } from '../schema/schema';

/** Vacuum, statistics and checkpoint, which a PostgreSQL server does by itself and the embedded database does not. */
export async function tidyDatabase(db: Db): Promise<void> {
  await sql`vacuum (analyze)`.execute(db);
  await sql`checkpoint`.execute(db);
}
