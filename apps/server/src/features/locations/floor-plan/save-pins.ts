import type { FloorPlan, FloorPlanPin } from '@key2xs/contract';
import { say } from '@key2xs/texts';
import { sql } from 'kysely';
import { recordEvent } from '#platform/audit/audit';
import { AppError, invalidField } from '#platform/errors';
import { refuseOtherVersion } from '#platform/other-version';
import { asCaller } from '#platform/visible-to';
import { getPlace, type Target } from '../manage';
import { keepTree } from '../queries';
import { getFloorPlan } from './get-plan';
import { countPinnable, listItems } from './items';
import { holdPlan } from './upload-plan';

/**
 * Sets the pins of a plan to these. Pins of what the caller may not see, or what is elsewhere for now, stay.
 * @throws AppError not_found, version_conflict, conflict for what is not in the place any more
 */
export async function savePins(
  { deps, caller, id, expectedVersion }: Target,
  pins: readonly FloorPlanPin[],
): Promise<FloorPlan> {
  return deps.db.transaction().execute(async (tx) => {
    const reader = asCaller(tx, caller);
    await keepTree(tx);
    await getPlace(tx, caller, id);
    const plan = await holdPlan(tx, id);
    if (!plan?.has_picture) throw new AppError('conflict', say('location.plan.none'));
    refuseOtherVersion(plan.version, expectedVersion, say('location.plan.changed'));
    const idsOf = (kind: FloorPlanPin['kind']) => pins.filter((pin) => pin.kind === kind).map((pin) => pin.id);
    const wanted = { cylinders: idsOf('cylinder'), places: idsOf('place') };
    if (new Set(pins.map((pin) => pin.id)).size < pins.length)
      throw invalidField('pins', say('location.plan.pinTwice'));
    if ((await countPinnable(reader, id, wanted)) < pins.length) {
      throw new AppError('conflict', say('location.plan.pinGone'));
    }
    const before = (await listItems(reader, id, 0)).filter(({ x }) => x !== null);
    const cleared = before.map((pin) => pin.id);
    await tx
      .deleteFrom('floor_plan_pin')
      .where('location_id', '=', id)
      .where(sql<boolean>`coalesce(cylinder_id, place_id) = any(${cleared}::uuid[])`)
      .execute();
    const rows = pins.map(({ kind, id: of, x, y }) => ({
      location_id: id,
      cylinder_id: kind === 'cylinder' ? of : null,
      place_id: kind === 'place' ? of : null,
      x,
      y,
    }));
    if (rows.length > 0) await tx.insertInto('floor_plan_pin').values(rows).execute();
    await tx
      .updateTable('floor_plan')
      .set({ version: sql<number>`version + 1` })
      .where('location_id', '=', id)
      .execute();
    await recordEvent(tx, caller, 'location.pins_saved', { id, details: changesOf(before, pins) });
    return getFloorPlan(reader, id);
  });
}

type Known = { id: string; name: string; x: number | null; y: number | null };

/** What has come, moved and gone; where pins are is no secret, and how many may be thousands. */
function changesOf(before: readonly Known[], pins: readonly FloorPlanPin[]) {
  const known = new Map(before.map((pin) => [pin.id, pin]));
  const kept = new Set(pins.map(({ id }) => id));
  const moved = pins.filter(({ id, x, y }) => known.has(id) && (known.get(id)?.x !== x || known.get(id)?.y !== y));
  return {
    added: pins.filter(({ id }) => !known.has(id)).map(({ id }) => id),
    moved: moved.map(({ id }) => id),
    removed: before.filter(({ id }) => !kept.has(id)).map(({ id, name }) => ({ id, name })),
    pins: pins.length,
  };
}
