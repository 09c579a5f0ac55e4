import { sql } from 'kysely';
import type { Db } from '../schema/schema';

/** The current time of the database's clock, even within a transaction. */
export async function readDatabaseClock(db: Db): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('the database returned no time');
  return row.now;
}
