import type { LockingPlanContent } from '@key2xs/contract';
import { type Selectable, sql } from 'kysely';
import type { Db, Tx } from '#platform/deps';
import { mapInSlices } from '#platform/in-slices';
import type { Schema } from '#platform/schema/schema';
import type { CheckedPlan } from './plan-checker-messages';

/** Content stays JSON text, because parsing may take long. */
export type LockingPlanRow = Omit<Selectable<Schema['locking_plan']>, 'content' | 'file_name'> & {
  content: string | Uint8Array;
};

export const findLockingPlan = (db: Db, connectionId: string): Promise<LockingPlanRow | undefined> =>
  db
    .selectFrom('locking_plan')
    .select(['connection_id', 'counts', 'stored_by', 'version', 'created_at', 'updated_at'])
    .select(sql<string>`content::text`.as('content'))
    .where('connection_id', '=', connectionId)
    .executeTakeFirst();

/**
 * The version only; a plan may have millions of rights. Locks the connection, so that this also waits for a person
 * storing the first plan.
 */
export async function lockVersion(tx: Tx, connectionId: string) {
  await tx
    .selectFrom('key_system_connection')
    .select('id')
    .where('id', '=', connectionId)
    .forNoKeyUpdate() // still allows inserting rows that refer to the connection
    .execute();
  return tx
    .selectFrom('locking_plan')
    .select(['version', 'counts'])
    .where('connection_id', '=', connectionId)
    .forUpdate()
    .executeTakeFirst();
}

type NewPlan = CheckedPlan & { connection_id: string; stored_by: string; now: Date };

/** Replaces the former plan and continues its version. */
export async function saveLockingPlan(
  tx: Tx,
  { jsonb, counts, now, ...plan }: NewPlan,
): Promise<Omit<LockingPlanRow, 'content'>> {
  const content = sql<string>`${Buffer.from(jsonb.buffer)}`; // text this long would be copied twice
  return tx
    .insertInto('locking_plan')
    .values({ ...plan, content, counts: JSON.stringify(counts), created_at: now, updated_at: now })
    .onConflict((conflict) =>
      conflict.column('connection_id').doUpdateSet(({ ref }) => ({
        file_name: ref('excluded.file_name'),
        content: ref('excluded.content'),
        counts: ref('excluded.counts'),
        stored_by: ref('excluded.stored_by'),
        version: sql<number>`locking_plan.version + 1`,
        updated_at: now,
      })),
    )
    .returning(['connection_id', 'counts', 'stored_by', 'version', 'created_at', 'updated_at'])
    .executeTakeFirstOrThrow();
}

/** Changes whenever a cylinder, key or person is added or removed. */
export async function stampMirror(db: Db, connectionId: string): Promise<string> {
  const { rows } = await sql<{ stamp: string }>`
    select concat_ws('/',
      (select md5(string_agg(id::text, ',' order by id)) from cylinder
        where connection_id = ${connectionId} and deleted_at is null),
      (select md5(string_agg(id::text, ',' order by id)) from key
        where connection_id = ${connectionId} and deleted_at is null),
      (select md5(string_agg(identity, ',' order by identity)) from recorded_person
        where connection_id = ${connectionId} and deleted_at is null and first_read_at is not null)) as stamp`.execute(
    db,
  );
  return rows[0]?.stamp ?? '';
}

/**
 * Cylinders, keys and persons that the key system still has, as JSON of a `Mirror`. Large sites have a hundred
 * thousand, so the database builds the JSON and threads parse it.
 */
export async function readMirror(db: Db, connectionId: string): Promise<string> {
  const known = (table: 'cylinder' | 'key' | 'recorded_person', columns: readonly string[]) => sql<string>`
    (select coalesce(json_agg(json_build_object(${sql.join(columns.flatMap((column) => [sql.lit(column), sql.ref(column)]))})), '[]')
    from ${sql.table(table)} where connection_id = ${connectionId} and deleted_at is null
      ${table === 'recorded_person' ? sql`and first_read_at is not null` : sql``})`;
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

/** A row of a stored plan. `holder`: the record of the person that it names, or of the one who has its key. */
export type PlannedRow = { label: string; holder: string | null; rights: number[] };

/** The version of a stored plan, the doors of its columns and its rows; undefined where there is none. */
export async function readPlannedRights(db: Db, connectionId: string) {
  const plan = await db
    .selectFrom('locking_plan')
    .select(['version', sql<LockingPlanContent['columns']>`content -> 'columns'`.as('columns')])
    .where('connection_id', '=', connectionId)
    .executeTakeFirst();
  if (!plan) return;
  const { rows } = await sql<Omit<PlannedRow, 'rights'> & { rights: string }>`
    select line ->> 'label' as label, holder.id as holder, line ->> 'rights' as rights
    from locking_plan cross join jsonb_array_elements(content -> 'rows') as line
    left join key on line ->> 'kind' = 'key' and key.id::text = line ->> 'record_id'
    left join recorded_person as holder on holder.connection_id = locking_plan.connection_id
      and holder.identity = case line ->> 'kind' when 'key' then key.holder_identity when 'person' then line ->> 'record_id' end
      and holder.deleted_at is null
    where locking_plan.connection_id = ${connectionId}`.execute(db);
  const parse = ({ rights, ...row }: (typeof rows)[number]): PlannedRow => ({ ...row, rights: JSON.parse(rights) });
  return { ...plan, rows: await mapInSlices(rows, parse) };
}
