import { sql } from 'kysely';
import type { Db } from '../schema/schema';

/** What the database's clock shows now, also in the middle of a transaction. */
export async function readDatabaseClock(db: Db): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('the database told no time');
  return row.now;
}
