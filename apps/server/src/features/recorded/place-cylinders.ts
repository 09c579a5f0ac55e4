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

/** How cylinders are placed that the reader may see, those held until the transaction ends; ones no longer listed are left out. */
export const holdPlacings = (reader: Reader, ids: readonly string[]) =>
  reader.db
    .selectFrom(doorsOf(reader))
    .select(['id', 'marking', 'location', 'location_id', 'placed_by', 'placed_text'])
    .where('id', '=', (q) => q.fn.any(q.val(ids)))
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute();

/** No reading undoes it: the mirror follows what was read, and this was not. */
export async function placeCylinders(tx: Tx, placings: readonly CylinderPlacing[]): Promise<void> {
  await sql`
    update cylinder set location_id = w.location_id, placed_by = w.placed_by,
      placed_text = coalesce(w.placed_text, cylinder.placed_text)
    from jsonb_to_recordset(${JSON.stringify(placings)}::jsonb)
      as w(id uuid, location_id uuid, placed_by text, placed_text text)
    where cylinder.id = w.id`.execute(tx);
}

/** Everything of one place comes into another, also what is not listed any more and may be again. */
export async function movePlacings(tx: Tx, from: string, into: string): Promise<void> {
  await tx.updateTable('cylinder').set({ location_id: into }).where('location_id', '=', from).execute();
}

/** Cylinders that are not listed any more leave a place that is to be deleted. */
export async function forgetPlacings(tx: Tx, from: string): Promise<void> {
  await tx
    .updateTable('cylinder')
    .set({ location_id: null, placed_by: null, placed_text: null })
    .where('location_id', '=', from)
    .where('deleted_at', 'is not', null)
    .execute();
}
