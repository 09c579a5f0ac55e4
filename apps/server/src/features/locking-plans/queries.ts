import type { LockingPlanContent } from '@key2xs/contract';
import { type Selectable, sql } from 'kysely';
import type { Db, Tx } from '#platform/deps';
import type { Schema } from '#platform/schema';

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

/**
 * Cylinders, keys and persons that the key system still has, as JSON of a `Mirror`: a large site has a hundred thousand,
 * which are put together by the database and taken apart by whoever needs them.
 */
export async function readMirror(db: Db, connectionId: string): Promise<string> {
  const known = (table: 'cylinder' | 'key' | 'recorded_person', columns: readonly string[]) => sql<string>`
    (select coalesce(json_agg(json_build_object(${sql.join(columns.flatMap((column) => [sql.lit(column), sql.ref(column)]))})), '[]')
    from ${sql.table(table)} where connection_id = ${connectionId} and deleted_at is null)`;
  const { rows } = await sql<{ mirror: string }>`
    select json_build_object(
      'cylinders', ${known('cylinder', ['id', 'marking', 'external_id', 'name'])},
      'keys', ${known('key', ['id', 'marking', 'serial', 'external_id'])},
      'persons', ${known('recorded_person', ['identity', 'first_name', 'surname', 'employee_id'])}
    )::text as mirror`.execute(db);
  return rows[0]?.mirror ?? '{}';
}

export async function hasCylinders(db: Db, connectionId: string): Promise<boolean> {
  const one = await db
    .selectFrom('cylinder')
    .select('id')
    .where('connection_id', '=', connectionId)
    .where('deleted_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return one !== undefined;
}
