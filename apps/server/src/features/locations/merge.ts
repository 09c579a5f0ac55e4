import type { Location } from '@key2xs/contract';
import { say } from '@key2xs/texts';
import { sql } from 'kysely';
import { forgetPlacings, movePlacings } from '#features/doors/service';
import { countRulesNaming } from '#features/plans/relation';
import { recordEvent } from '#platform/audit/audit';
import type { Deleted } from '#platform/deleted';
import type { Caller, Deps, Tx } from '#platform/deps';
import { invalidField, stillInUse } from '#platform/errors';
import { asCaller } from '#platform/visible-to';
import { moveSwaps } from './cylinder-swaps/move-swaps';
import { moveFloorPlan } from './floor-plan/move-plan';
import { factsOf, getLocation, getPlace, type Place, refuseChanged, refuseMisplaced, type Target } from './manage';
import { findByName, holdTree, listChildren } from './queries';
import { locationsWithin } from './tree-sql';

/**
 * Makes references to one place point to another one, in the transaction that deletes the place.
 * @returns the part of it that the audit event of the place records
 */
export type MoveReferences = (
  tx: Tx,
  author: { deps: Deps; caller: Caller },
  places: { from: string; into: string },
) => Promise<MovedReferences>;

type MovedReferences = { rules: readonly object[]; scopes: readonly object[] };

type Removal = Target & { moveReferences: MoveReferences };

/** @throws AppError not_found, conflict, version_conflict, validation_failed */
export async function mergeLocations(target: Removal, intoId: string): Promise<Location> {
  const { deps, caller, id, expectedVersion } = target;
  return deps.db.transaction().execute(async (tx) => {
    await holdTree(tx);
    const from = await getPlace(tx, caller, id);
    refuseChanged(from, expectedVersion);
    const into = await getTarget(tx, target, intoId, 'into');
    const counts = await countContent(tx, id);
    const moved = await absorb(tx, target, { from, into });
    const details = { into: { id: into.id, name: into.name }, merged: factsOf(from), ...counts, ...moved };
    await recordEvent(tx, caller, 'location.merged', { id, details });
    return getLocation(asCaller(tx, caller), into.id);
  });
}

/** @throws AppError not_found, conflict; constraint_violation when it is not empty and no target is given for its content */
export async function removeLocation(target: Removal, targetId: string | undefined): Promise<Deleted> {
  const { deps, caller, id, expectedVersion } = target;
  return deps.db.transaction().execute(async (tx) => {
    await holdTree(tx);
    const place = await getPlace(tx, caller, id);
    refuseChanged(place, expectedVersion);
    const { name } = place;
    const counts = await countContent(tx, id);
    if (targetId === undefined) refuseNeeded(place, counts);
    const into = targetId === undefined ? undefined : await getTarget(tx, target, targetId, 'target');
    const moved = into && (await moveContent(tx, target, { from: place, into }));
    await deletePlace(tx, id);
    const details = {
      ...factsOf(place),
      ...counts,
      ...(into && { target: { id: into.id, name: into.name }, ...moved }),
    };
    await recordEvent(tx, caller, 'location.deleted', { id, details });
    return { success: true, message: say('record.deleted', { name }) };
  });
}

/** @throws AppError constraint_violation */
function refuseNeeded({ name }: Place, counts: Content): void {
  if (counts.places + counts.cylinders > 0) {
    const message = say('location.notEmpty', { name });
    const details = say('location.nothingDeleted');
    throw stillInUse({ message, constraint_name: 'location_not_empty', related_records: counts, details });
  }
  const { access_rules } = counts;
  if (access_rules > 0) {
    const message = say('location.named', { name, count: access_rules });
    const details = say('keyPlan.wouldWithdraw');
    throw stillInUse({ message, constraint_name: 'location_in_use', related_records: { access_rules }, details });
  }
}

async function getTarget(tx: Tx, { caller, id }: Target, targetId: string, field: string): Promise<Place> {
  const target = await getPlace(tx, caller, targetId);
  const { rows } = await sql`select where ${targetId}::uuid in ${locationsWithin(id)}`.execute(tx);
  if (rows.length > 0) throw invalidField(field, say('location.targetWithin'));
  return target;
}

type Content = { places: number; cylinders: number; access_rules: number };

/** What is in a place and below it, and how many rules name it. */
async function countContent(tx: Tx, id: string): Promise<Content> {
  const { rows } = await sql<Omit<Content, 'access_rules'>>`
    select (select count(*)::int - 1 from location where id in ${locationsWithin(id)}) as places,
      (select count(*)::int from cylinder where deleted_at is null and location_id in ${locationsWithin(id)}) as cylinders
  `.execute(tx);
  return { ...(rows[0] ?? { places: 0, cylinders: 0 }), access_rules: await countRulesNaming(tx, id) };
}

type Pair = { from: Place; into: Place };

/** Where both places have a fact, the target's is kept; of protection classes, the higher one. */
async function absorb(tx: Tx, target: Removal, pair: Pair): Promise<MovedReferences> {
  const { from, into } = pair;
  const moved = await moveContent(tx, target, pair);
  await deletePlace(tx, from.id);
  const { owner_person_id, deputy_person_id } = into.owner_person_id === null ? from : into;
  await tx
    .updateTable('location')
    .set({
      protection_class: sql<number | null>`greatest(protection_class, ${from.protection_class}::smallint)`,
      owner_person_id,
      deputy_person_id,
      code: sql<string | null>`coalesce(code, ${from.code}::text)`,
      time_zone: sql<string | null>`coalesce(time_zone, ${from.time_zone}::text)`,
      version: sql<number>`version + 1`,
      updated_at: sql<Date>`now()`,
    })
    .where('id', '=', into.id)
    .execute();
  return moved;
}

/** Moves places, cylinders, placing texts, and references of rules and scopes. Places of the same name are merged. */
async function moveContent(tx: Tx, target: Removal, { from, into }: Pair): Promise<MovedReferences> {
  const moved: MovedReferences[] = [];
  // Frees its name for what is moved beside it.
  await tx.updateTable('location').set({ name: from.id }).where('id', '=', from.id).execute();
  for (const child of await listChildren(tx, from.id)) {
    const namesake = await findByName(tx, into.id, child.name);
    if (namesake) moved.push(await absorb(tx, target, { from: child, into: namesake }));
    else {
      refuseMisplaced(child, into);
      await tx
        .updateTable('location')
        .set({ parent_id: into.id, parent_type: into.type })
        .where('id', '=', child.id)
        .execute();
    }
  }
  await movePlacings(tx, from.id, into.id);
  await tx.updateTable('location_text').set({ location_id: into.id }).where('location_id', '=', from.id).execute();
  await moveSwaps(tx, { from: from.id, into: into.id });
  await moveFloorPlan(tx, { from: from.id, into: into.id });
  moved.push(await target.moveReferences(tx, target, { from: from.id, into: into.id }));
  return { rules: moved.flatMap(({ rules }) => rules), scopes: moved.flatMap(({ scopes }) => scopes) };
}

async function deletePlace(tx: Tx, id: string): Promise<void> {
  await forgetPlacings(tx, id);
  await tx.deleteFrom('location').where('id', '=', id).execute();
}
