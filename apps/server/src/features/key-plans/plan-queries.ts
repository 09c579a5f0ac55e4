import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Db } from '#platform/deps';
import type { Schema } from '#platform/schema/schema';

export type Link = { id: string; name: string };
export type KeyPlanRow = Selectable<Schema['key_plan']> & {
  rules: number;
  active_rules: number;
  iam_connections: Link[];
  key_system_connections: Link[];
};

export async function insertKeyPlan(db: Db, row: Insertable<Schema['key_plan']>): Promise<void> {
  await db.insertInto('key_plan').values(row).execute();
}

/**
 * Raises the version. Also called with an empty change when rules, profiles or links of the plan change: the version
 * stands for everything the plan grants.
 * @returns false when the row is gone or no longer has the expected version
 */
export async function touchKeyPlan(
  db: Db,
  id: string,
  set: Updateable<Schema['key_plan']> = {},
  expectedVersion?: number,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('key_plan')
    .set({ ...set, version: sql<number>`version + 1`, updated_at: sql<Date>`now()` })
    .where('id', '=', id)
    .$if(expectedVersion !== undefined, (q) => q.where('version', '=', expectedVersion ?? 0))
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
