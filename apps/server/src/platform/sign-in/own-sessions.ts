import type { Db, Tx } from '../deps';

/** Newest first. */
export const listLiveSessions = (db: Db, adminId: string, now: Date) =>
  db
    .selectFrom('session')
    .select(['id', 'created_at', 'renewed_at', 'ends_at', 'user_agent', 'address', 'acts_as'])
    .where('admin_id', '=', adminId)
    .where('expires_at', '>', now)
    .orderBy('created_at', 'desc')
    .execute();

/** @returns false when it is not one of this administrator, or over */
export async function endSessionOf(tx: Tx, adminId: string, sessionId: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('session')
    .where('admin_id', '=', adminId)
    .where('id', '=', sessionId)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

/** @returns how many */
export async function endOthersOf(tx: Tx, adminId: string, sessionId: string): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('session')
    .where('admin_id', '=', adminId)
    .where('id', '<>', sessionId)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
