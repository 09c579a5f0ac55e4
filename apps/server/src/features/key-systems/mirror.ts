import type { RecordedCylinder, RecordedCylinderGroup, RecordedKey } from '@key2xs/drivers';
import { type RawBuilder, sql } from 'kysely';
import type { Deps, Tx } from '#platform/deps';

export type Inventory = {
  cylinder_groups: readonly RecordedCylinderGroup[];
  cylinders: readonly RecordedCylinder[];
  keys: readonly RecordedKey[];
};

/**
 * Makes the mirror of cylinders, groups and keys equal to what was read: new and changed rows are written, those no
 * longer listed get `deleted_at`. Unchanged rows are not touched, and only a change raises `mirror_version`.
 */
export async function saveInventory(tx: Tx, deps: Deps, connectionId: string, inventory: Inventory): Promise<void> {
  const withIds = (rows: readonly object[]) => JSON.stringify(rows.map((row) => ({ id: deps.newId(), ...row })));
  const groups = await mergeRows(tx, connectionId, {
    table: 'cylinder_group',
    columns: ['name', 'domain'],
    source: sql`select id, external_id, name, domain
      from jsonb_to_recordset(${withIds(inventory.cylinder_groups)}::jsonb)
        as r(id uuid, external_id text, name text, domain text)`,
  });
  const cylinders = await mergeRows(tx, connectionId, {
    table: 'cylinder',
    columns: ['marking', 'name', 'cylinder_type', 'domain', 'location', 'state', 'group_id'],
    source: sql`select r.id, r.external_id, r.marking, r.name, r.cylinder_type, r.domain, r.location, r.state, g.id as group_id
      from jsonb_to_recordset(${withIds(inventory.cylinders)}::jsonb)
        as r(id uuid, external_id text, marking text, name text, cylinder_type text, domain text, location text, state text,
             group_external_id text)
      left join cylinder_group as g on g.connection_id = ${connectionId} and g.external_id = r.group_external_id`,
  });
  await mergeRows(tx, connectionId, {
    table: 'key',
    columns: ['marking', 'name', 'serial', 'key_type', 'state', 'holder_identity'],
    source: sql`select id, external_id, marking, name, serial, key_type, state, holder_identity
      from jsonb_to_recordset(${withIds(inventory.keys)}::jsonb)
        as r(id uuid, external_id text, marking text, name text, serial text, key_type text, state text, holder_identity text)`,
  });
  await tx
    .updateTable('key_system_connection')
    .set({
      inventory_read_at: deps.clock(),
      ...(groups + cylinders > 0 && { mirror_version: sql<string>`mirror_version + 1` }),
    })
    .where('id', '=', connectionId)
    .execute();
}

type Merge = { table: string; columns: readonly string[]; source: RawBuilder<unknown> };

/** @returns how many rows were written or marked as deleted */
async function mergeRows(tx: Tx, connectionId: string, { table, columns, source }: Merge): Promise<number> {
  const target = sql.table(table);
  const names = sql.join(columns.map((column) => sql.ref(column)));
  const taken = sql.join(columns.map((column) => sql`${sql.ref(column)} = ${sql.ref(`excluded.${column}`)}`));
  const old = sql.join(columns.map((column) => sql.ref(`${table}.${column}`)));
  const read = sql.join(columns.map((column) => sql.ref(`excluded.${column}`)));
  const written = await sql`
    insert into ${target} (id, connection_id, external_id, ${names})
    select id, ${connectionId}, external_id, ${names} from (${source}) as read
    on conflict (connection_id, external_id) do update set ${taken}, deleted_at = null
    where (${old}, ${sql.ref(`${table}.deleted_at`)}) is distinct from (${read}, null::timestamptz)`.execute(tx);
  const gone = await sql`
    update ${target} set deleted_at = now()
    where connection_id = ${connectionId} and deleted_at is null
      and external_id not in (select external_id from (${source}) as read)`.execute(tx);
  return Number(written.numAffectedRows ?? 0) + Number(gone.numAffectedRows ?? 0);
}
