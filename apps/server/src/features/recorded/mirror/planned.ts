import { type Insertable, sql, type Updateable } from 'kysely';
import { storableJson } from '#platform/database/storable-json';
import type { Tx } from '#platform/deps';
import type { Schema } from '#platform/schema/schema';
import type { RowToWrite } from './compare-list';
import type { DoorsName } from './mirror-table';

type New<Name extends DoorsName> = Omit<Insertable<Schema[Name]>, 'external_id' | 'is_planned' | 'row_hash'>;

/** A placeholder for the key system's own id: unique, and no id of any key system. */
const standIn = (id: string) => `planned ${id}`;

/** A cylinder that the key system does not list yet. The database creates its door. */
export async function planCylinder(tx: Tx, row: New<'key_system_cylinder'>): Promise<void> {
  await tx
    .insertInto('key_system_cylinder')
    .values({ ...row, external_id: standIn(row.id), is_planned: true })
    .execute();
}

/** A group that the key system does not list yet. The database creates its group of doors. */
export async function planGroup(tx: Tx, row: New<'key_system_cylinder_group'>): Promise<void> {
  await tx
    .insertInto('key_system_cylinder_group')
    .values({ ...row, external_id: standIn(row.id), is_planned: true })
    .execute();
}

/** The caller has checked that the cylinder is planned, and raises the version of its door. */
export async function changePlannedCylinder(
  tx: Tx,
  id: string,
  set: Updateable<Schema['key_system_cylinder']>,
): Promise<void> {
  await tx.updateTable('key_system_cylinder').set(set).where('id', '=', id).execute();
}

/** The caller has checked that the group is planned, and raises the version of its group of doors. */
export async function changePlannedGroup(
  tx: Tx,
  id: string,
  set: Updateable<Schema['key_system_cylinder_group']>,
): Promise<void> {
  await tx.updateTable('key_system_cylinder_group').set(set).where('id', '=', id).execute();
}

export async function dropPlannedCylinder(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('key_system_cylinder').where('id', '=', id).where('is_planned', '=', true).execute();
}

export async function dropPlannedGroup(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('key_system_cylinder_group').where('id', '=', id).where('is_planned', '=', true).execute();
}

const calledBy = { key_system_cylinder: 'marking', key_system_cylinder_group: 'name' } as const;

/**
 * Gives planned cylinders (by marking) and groups (by name) the id under which the key system lists their only match, so that
 * references to them stay valid. A record already listed under that id is left alone.
 */
export async function matchPlanned(
  tx: Tx,
  connectionId: string,
  { name, rows }: { name: DoorsName; rows: readonly RowToWrite[] },
): Promise<void> {
  const column = sql.ref(calledBy[name]);
  const listed = rows.map(({ key, row }) => ({ external_id: key, called: row[calledBy[name]] }));
  await sql`
    update ${sql.table(name)} as planned set external_id = r.external_id
    from (
      select called, min(external_id) as external_id
      from jsonb_to_recordset(${storableJson(listed)}::jsonb) as r(external_id text, called text)
      group by called having count(*) = 1
    ) as r
    where planned.connection_id = ${connectionId} and planned.is_planned and planned.${column} = r.called
      and not exists (
        select from ${sql.table(name)} as known where known.connection_id = ${connectionId} and not known.is_planned
          and (known.external_id = r.external_id or known.${column} = r.called and known.deleted_at is null))`.execute(
    tx,
  );
}
