import { sql } from 'kysely';
import type { Db } from '../schema/schema';

/** Of transactions, at the moment of the caller's. As long as it is the same, nothing has been committed by any process. */
export async function currentSnapshot(db: Db): Promise<string> {
  const { rows } = await sql<{ snapshot: string }>`select pg_current_snapshot()::text as snapshot`.execute(db);
  return rows[0]?.snapshot ?? '';
}
