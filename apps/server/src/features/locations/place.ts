import type { Placing } from '@key2xs/contract';
import { say } from '@key2xs/texts';
import { holdPlacings, placeCylinders } from '#features/doors/service';
import { recordEvent } from '#platform/audit/audit';
import type { Caller, Deps } from '#platform/deps';
import { AppError, notFound } from '#platform/errors';
import { asCaller } from '#platform/visible-to';
import { holdTree } from './queries';
import { placesOf } from './relation';

/**
 * Places cylinders by hand, or takes them out of the tree. Sending the response as the next request undoes it, including how
 * they had been placed.
 * @throws AppError not_found for places, conflict for cylinders that are no longer listed
 */
export async function placeByHand(
  deps: Deps,
  caller: Caller,
  placements: readonly Placing[],
): Promise<{ placed: number; before: Placing[] }> {
  const wanted = new Map(placements.map((placing) => [placing.cylinder_id, placing]));
  return deps.db.transaction().execute(async (tx) => {
    const reader = asCaller(tx, caller);
    await holdTree(tx);
    const places = [...new Set([...wanted.values()].flatMap(({ location_id }) => location_id ?? []))];
    const known = await tx
      .selectFrom(placesOf(reader))
      .select('id')
      .where('id', 'in', [...places, deps.newId()])
      .execute();
    if (known.length < places.length) throw notFound('location');
    const cylinders = await holdPlacings(reader, [...wanted.keys()]);
    if (cylinders.length < wanted.size) throw new AppError('conflict', say('location.cylinderGone'));
    const placings = cylinders.map(({ id, placed_text }) => {
      const { location_id = null, placed_by = 'hand' } = wanted.get(id) ?? {};
      return { id, location_id, placed_by: wayOf(location_id, placed_by, placed_text) };
    });
    await placeCylinders(tx, placings);
    const before = cylinders.map(({ id, location_id, placed_by }) => ({ cylinder_id: id, location_id, placed_by }));
    const after = placings.map(({ id, location_id }) => ({ cylinder_id: id, location_id }));
    const markings = cylinders.map(({ marking }) => marking);
    await recordEvent(tx, caller, 'location.cylinders_placed', { details: { markings, before, after } });
    return { placed: cylinders.length, before };
  });
}

/** How a cylinder counts as placed: "by text" only if a text placed it before. */
function wayOf(
  location_id: string | null,
  placed_by: Placing['placed_by'],
  placed_text: string | null,
): Placing['placed_by'] {
  if (location_id === null) return placed_by === null ? null : 'hand';
  return placed_by === 'text' && placed_text !== null ? 'text' : 'hand';
}
