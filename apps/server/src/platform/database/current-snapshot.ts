import { sql } from 'kysely';
import type { Db } from '../schema/schema';

/** The transaction snapshot of the caller. While it is unchanged, no process has committed anything. */
export async function currentSnapshot(db: Db): Promise<string> {
  const { rows } = await sql<{ snapshot: string }>`select pg_current_snapshot()::text as snapshot`.execute(db);
  return rows[0]?.snapshot ?? '';
}
