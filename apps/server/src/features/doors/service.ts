import { sql } from 'kysely';
import type { Tx } from '#platform/deps';
import type { Reader } from '#platform/visible-to';
import { doorsOf } from '../cylinders/relation';

/** Where a cylinder stands in the tree of places, and how it came there. A text not given stays as it was. */
type CylinderPlacing = {
  id: string;
  location_id: string | null;
  placed_by: 'hand' | 'text' | null;
  placed_text?: string;
};

/**
 * The placings of cylinders that the reader may see, without those no longer listed. Locks them until the transaction ends, so
 * that neither their places nor their location texts change.
 */
export async function holdPlacings(reader: Reader, ids: readonly string[]) {
  await sql`
    select from key_system_cylinder as known join door on door.id = known.id
    where known.id = any(${ids}::uuid[]) order by known.id for update`.execute(reader.db);
  return reader.db
    .selectFrom(doorsOf(reader))
    .select(['id', 'marking', 'location', 'location_id', 'placed_by', 'placed_text'])
    .where('id', '=', (q) => q.fn.any(q.val(ids)))
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute();
}

export async function placeCylinders(tx: Tx, placings: readonly CylinderPlacing[]): Promise<void> {
  await sql`
    update door set location_id = w.location_id, placed_by = w.placed_by,
      placed_text = coalesce(w.placed_text, door.placed_text)
    from jsonb_to_recordset(${JSON.stringify(placings)}::jsonb)
      as w(id uuid, location_id uuid, placed_by text, placed_text text)
    where door.id = w.id`.execute(tx);
}

/** Everything of one place comes into another, also what is not listed any more and may be again. */
export async function movePlacings(tx: Tx, from: string, into: string): Promise<void> {
  await tx.updateTable('door').set({ location_id: into }).where('location_id', '=', from).execute();
}

/** Cylinders that are not listed any more leave a place that is to be deleted. */
export async function forgetPlacings(tx: Tx, from: string): Promise<void> {
  await tx
    .updateTable('door')
    .set({ location_id: null, placed_by: null, placed_text: null })
    .where('location_id', '=', from)
    .where('id', 'in', (q) => q.selectFrom('key_system_cylinder').select('id').where('deleted_at', 'is not', null))
    .execute();
}

type OwnWords = { own_name?: string | null | undefined; notes?: string | null | undefined };

type Described = 'door' | 'door_group';

/** Of a cylinder or a group that is planned in this transaction. */
export async function describeNew(
  tx: Tx,
  table: Described,
  id: string,
  { own_name = null, notes = null }: OwnWords,
): Promise<void> {
  await tx.updateTable(table).set({ own_name, notes }).where('id', '=', id).execute();
}

/** Words that are not given stay. The version rises also for a change of what is planned. */
export async function changeOwnWords(
  tx: Tx,
  table: Described,
  id: string,
  { own_name, notes }: OwnWords,
): Promise<void> {
  await tx
    .updateTable(table)
    .set({ own_name, notes, version: sql<number>`version + 1` })
    .where('id', '=', id)
    .execute();
}
