import { type RawBuilder, sql } from 'kysely';
import { storableJson } from '#platform/database/storable-json';
import type { Tx } from '#platform/deps';
import { saveDigest } from './mirror/list-digests';
import type { RecordName } from './mirror/mirror-table';

/** Our references are lower-case UUIDs; any other form is foreign. */
export const isOurForm = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);

/** Our reference and the key system's identity of the same record. */
export type Pair = { reference: string; identity: string };

const pairsIn = (pairs: readonly Pair[]) =>
  sql`jsonb_to_recordset(${storableJson(pairs.map(({ reference, identity }) => ({ reference, identity })))}::jsonb)
    as pair(reference uuid, identity text)`;

/** Marks rows as ours, one per reference. Skips unchanged rows. */
export async function claim(tx: Tx, connectionId: string, name: RecordName, pairs: readonly Pair[]): Promise<void> {
  if (pairs.length === 0) return;
  await release(
    tx,
    connectionId,
    name,
    sql`exists (select from ${pairsIn(pairs)}
      where pair.reference = record.own_reference and pair.identity is distinct from record.identity)`,
  );
  await sql`
    update ${sql.table(name)} as record set own_reference = pair.reference from ${pairsIn(pairs)}
    where record.connection_id = ${connectionId} and record.identity = pair.identity
      and record.own_reference is distinct from pair.reference`.execute(tx);
}

/** Marks those of our rows that match `which` (alias `record`) as foreign. Deletes rows never listed. */
export async function release(
  tx: Tx,
  connectionId: string,
  name: RecordName,
  which: RawBuilder<unknown>,
): Promise<void> {
  const ours = sql`record.connection_id = ${connectionId} and record.own_reference is not null and ${which}`;
  await sql`delete from ${sql.table(name)} as record where ${ours} and record.first_read_at is null`.execute(tx);
  const doors = name === 'recorded_profile' ? sql`, content = null` : sql``;
  const { numAffectedRows } = await sql`
    update ${sql.table(name)} as record set own_reference = null, row_hash = ''${doors} where ${ours}`.execute(tx);
  if (numAffectedRows) await saveDigest(tx, connectionId, name, null);
}

/**
 * Merges what we wrote with the record listed under our reference. Not by a join of the table to itself: right after a
 * reading there are no statistics, and the database would compare each record with each.
 */
export async function claimListed(tx: Tx, connectionId: string, name: RecordName): Promise<void> {
  const table = sql.table(name);
  const own = await sql<{ id: string; reference: string }>`
    select id, own_reference::text as reference from ${table}
    where connection_id = ${connectionId} and own_reference is not null and identity is null`.execute(tx);
  if (own.rows.length === 0) return;
  const ownIds = new Map(own.rows.map(({ id, reference }) => [reference, id]));
  const listed = await sql<Pair & { listed_id: string }>`
    select distinct on (reference) reference, identity, id as listed_id from ${table}
    where connection_id = ${connectionId} and reference = any(${[...ownIds.keys()]}) and own_reference is null
      and deleted_at is null
    order by reference, first_read_at desc, identity`.execute(tx);
  const rows = listed.rows.map((row) => ({ ...row, own_id: ownIds.get(row.reference) }));
  if (name === 'recorded_profile') {
    for (const { own_id, listed_id } of rows) {
      await sql`update recorded_profile as listed set content = own.content from recorded_profile as own
        where own.id = ${own_id} and listed.id = ${listed_id}`.execute(tx);
    }
  }
  await claim(tx, connectionId, name, rows);
}
