import type { LockingPlanContent } from '@key2xs/contract';
import { type Selectable, sql } from 'kysely';
import type { Db, Tx } from '#platform/deps';
import type { Schema } from '#platform/schema';
import type { Mirror } from './plan/mirror-index';

export type LockingPlanRow = Selectable<Schema['locking_plan']>;

export const findLockingPlan = (db: Db, connectionId: string): Promise<LockingPlanRow | undefined> =>
  db.selectFrom('locking_plan').selectAll().where('connection_id', '=', connectionId).executeTakeFirst();

/**
 * Without the plan itself, which may have millions of rights. Waits for whoever is storing one, by the connection: where
 * there is no plan yet there is nothing else to wait for.
 */
export async function lockVersion(tx: Tx, connectionId: string) {
  await tx
    .selectFrom('key_system_connection')
    .select('id')
    .where('id', '=', connectionId)
    .forNoKeyUpdate() // what refers to the connection can still be added
    .execute();
  return tx
    .selectFrom('locking_plan')
    .select(['version', 'counts'])
    .where('connection_id', '=', connectionId)
    .forUpdate()
    .executeTakeFirst();
}

type NewPlan = {
  connection_id: string;
  content: LockingPlanContent;
  counts: Record<string, number>;
  stored_by: string;
  now: Date;
};

/** In place of the former one, whose version it carries on. */
export async function saveLockingPlan(tx: Tx, { content, counts, now, ...plan }: NewPlan): Promise<LockingPlanRow> {
  const values = {
    ...plan,
    file_name: content.file_name,
    content: JSON.stringify(content),
    counts: JSON.stringify(counts),
  };
  return tx
    .insertInto('locking_plan')
    .values({ ...values, created_at: now, updated_at: now })
    .onConflict((conflict) =>
      conflict
        .column('connection_id')
        .doUpdateSet({ ...values, version: sql<number>`locking_plan.version + 1`, updated_at: now }),
    )
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Cylinders, keys and persons that the key system still has. */
export async function listMirror(db: Db, connectionId: string): Promise<Mirror> {
  const cylinders = await db
    .selectFrom('cylinder')
    .select(['id', 'marking', 'external_id', 'name'])
    .where('connection_id', '=', connectionId)
    .where('deleted_at', 'is', null)
    .execute();
  const keys = await db
    .selectFrom('key')
    .select(['id', 'marking', 'serial', 'external_id'])
    .where('connection_id', '=', connectionId)
    .where('deleted_at', 'is', null)
    .execute();
  const persons = await db
    .selectFrom('recorded_person')
    .select(['identity', 'first_name', 'surname', 'employee_id'])
    .where('connection_id', '=', connectionId)
    .where('deleted_at', 'is', null)
    .execute();
  return { cylinders, keys, persons };
}
