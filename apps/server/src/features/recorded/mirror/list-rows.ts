import { nameKey } from '@key2xs/domain';
import { type RawBuilder, sql } from 'kysely';
import { storableJson } from '#platform/database/storable-json';
import type { Db, Deps, Tx } from '#platform/deps';
import type { RowToWrite } from './compare-list';
import { isOfDoors, isOfRecords, type MirrorTable } from './mirror-table';
import { matchPlanned } from './planned';

/** Row hashes by key; null for rows marked as deleted. Selected as one value, because row by row takes several times as long. */
export async function loadFingerprints(
  db: Db,
  connectionId: string,
  { name, key }: MirrorTable,
): Promise<Map<string, string | null>> {
  const isListed = isOfRecords(name)
    ? sql`first_read_at is not null`
    : isOfDoors(name)
      ? sql`not is_planned`
      : sql`true`;
  const { rows } = await sql<{ stored: Record<string, string | null> | null }>`
    select json_object_agg(${sql.ref(key)}, case when deleted_at is null then row_hash end) as stored
    from ${sql.table(name)} where connection_id = ${connectionId} and ${isListed}`.execute(db);
  return new Map(Object.entries(rows[0]?.stored ?? {}));
}

/** Upserts rows and clears their deletion marks. */
export async function writeRows(
  tx: Tx,
  { newId, clock }: Pick<Deps, 'newId' | 'clock'>,
  connectionId: string,
  { table, rows }: { table: MirrorTable; rows: readonly RowToWrite[] },
): Promise<void> {
  const { name, key, columns } = table;
  const isRecord = isOfRecords(name);
  if (isOfDoors(name)) await matchPlanned(tx, connectionId, { name, rows });
  const known = name === 'recorded_person' ? await keepSpelling(tx, connectionId, rows) : rows;
  const records = known.map(({ row, key: id, hash: row_hash }) => ({ ...row, id: newId(), [key]: id, row_hash }));
  const types: Record<string, string | undefined> = { id: 'uuid', [key]: 'text', row_hash: 'text', ...columns };
  const names = sql.join(Object.keys(types).map((column) => sql.ref(column)));
  const typed = sql.join(Object.entries(types).map(([column, type]) => sql`${sql.ref(column)} ${sql.raw(type ?? '')}`));
  const assignments = [...Object.keys(columns), 'row_hash'].map(
    (column) => sql`${sql.ref(column)} = ${storedValue(table, column)}`,
  );
  if (isOfDoors(name)) assignments.push(sql`is_planned = false`);
  const now = sql`${clock()}::timestamptz`;
  const [when, also] = isRecord ? [sql`, first_read_at, known_at`, sql`, ${now}, ${now}`] : [sql``, sql``];
  if (isRecord) {
    const first = sql`coalesce(${sql.ref(`${name}.first_read_at`)}, excluded.first_read_at)`;
    assignments.push(sql`known_from = 'read', known_at = excluded.known_at, first_read_at = ${first}`);
  }
  await sql`
    insert into ${sql.table(name)} (connection_id, ${names}${when})
    select ${connectionId}::uuid, r.*${also} from jsonb_to_recordset(${storableJson(records)}::jsonb) as r(${typed})
    on conflict (connection_id, ${sql.ref(key)}) do update set ${sql.join(assignments)}, deleted_at = null`.execute(tx);
}

/** Fields of a person made by hand that the key system does not return keep the requested value. */
function storedValue({ name, columns }: MirrorTable, column: string): RawBuilder<unknown> {
  const read = sql.ref(`excluded.${column}`);
  if (name !== 'recorded_person' || !columns.reference || (column !== 'email' && column !== 'employee_id')) return read;
  return sql`case when recorded_person.own_reference::text is distinct from excluded.reference
    and recorded_person.own_reference is not null then ${sql.ref(`recorded_person.${column}`)} else ${read} end`;
}

/** Keeps our spelling for persons made by hand whose name folds to the same, so that no correction is requested. */
async function keepSpelling(tx: Tx, connectionId: string, rows: readonly RowToWrite[]): Promise<RowToWrite[]> {
  const own = await tx
    .selectFrom('recorded_person')
    .select(['identity', 'own_reference', 'first_name', 'surname'])
    .where('connection_id', '=', connectionId)
    .where('own_reference', 'is not', null)
    .where('identity', '=', (q) => q.fn.any(q.val(rows.map(({ key }) => key))))
    .execute();
  const ours = new Map(own.map(({ identity, ...person }) => [identity, person]));
  return rows.map((one) => {
    const person = ours.get(one.key);
    if (!person || one.row.reference === person.own_reference) return one;
    const { first_name, surname } = person;
    const read = { first_name: String(one.row.first_name), surname: String(one.row.surname) };
    return nameKey(read) === nameKey(person) ? { ...one, row: { ...one.row, first_name, surname } } : one;
  });
}

export async function markDeleted(
  tx: Tx,
  { clock }: Pick<Deps, 'clock'>,
  connectionId: string,
  { table: { name, key }, keys }: { table: MirrorTable; keys: readonly string[] },
): Promise<void> {
  await sql`
    update ${sql.table(name)} set deleted_at = ${clock()}
    where connection_id = ${connectionId} and ${sql.ref(key)} = any(${keys}::text[])`.execute(tx);
}
