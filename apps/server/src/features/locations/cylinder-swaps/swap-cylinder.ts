import type { CylinderSwap } from '@key2xs/contract';
import { say } from '@key2xs/texts';
import { sql } from 'kysely';
import { changeOwnWords, holdPlacings, placeCylinders } from '#features/doors/service';
import { recordEvent } from '#platform/audit/audit';
import type { Caller, Deps, Tx } from '#platform/deps';
import { cylinderWords } from '#platform/door-names';
import { AppError, invalidField } from '#platform/errors';
import { asCaller, type Reader } from '#platform/visible-to';
import { doorsOf } from '../../cylinders/relation';
import { getPlace } from '../manage';
import { holdTree } from '../queries';
import { getSwap } from './list-swaps';

type Target = { deps: Deps; caller: Caller; id: string };
type Swap = { removed_id: string; installed_id: string; reason: string };

/**
 * Puts a cylinder without a place where another one was, which is without a place from then on. Rules and profiles that name the
 * one removed go on naming it: what they grant is decided in the plans.
 * @throws AppError not_found, conflict, validation_failed for another key system
 */
export async function swapCylinder({ deps, caller, id }: Target, swap: Swap): Promise<CylinderSwap> {
  const { removed_id, installed_id, reason } = swap;
  if (removed_id === installed_id) throw invalidField('installed_id', say('location.swap.same'));
  return deps.db.transaction().execute(async (tx) => {
    const reader = asCaller(tx, caller);
    await holdTree(tx);
    await getPlace(tx, caller, id);
    await holdPlacings(reader, [removed_id, installed_id]);
    const cylinders = await readDoors(reader, [removed_id, installed_id]);
    const removed = cylinders.find((one) => one.id === removed_id);
    const installed = cylinders.find((one) => one.id === installed_id);
    if (!removed || !installed) throw new AppError('conflict', say('location.cylinderGone'));
    if (removed.location_id !== id) throw new AppError('conflict', say('location.swap.elsewhere'));
    if (installed.location_id !== null) throw new AppError('conflict', say('location.swap.placed'));
    if (installed.connection_id !== removed.connection_id)
      throw invalidField('installed_id', say('location.swap.otherSystem'));
    await placeCylinders(tx, [
      { id: removed_id, location_id: null, placed_by: 'hand' },
      { id: installed_id, location_id: id, placed_by: 'hand' },
    ]);
    await handOverWords(tx, removed, installed);
    const pins = await handOverPins(tx, removed_id, installed_id);
    const swapId = deps.newId();
    const [removed_words, installed_words] = [removed.words, installed.words];
    const words = { removed_words, installed_words };
    await tx
      .insertInto('cylinder_swap')
      .values({ id: swapId, location_id: id, removed_id, installed_id, ...words, reason })
      .execute();
    const details = {
      removed: { id: removed_id, name: removed_words },
      installed: { id: installed_id, name: installed_words },
      ...{ reason, pins },
    };
    await recordEvent(tx, caller, 'location.cylinder_swapped', { id, details });
    return getSwap(reader, swapId);
  });
}

type OwnWords = { id: string; own_name: string | null; notes: string | null };

const readDoors = (reader: Reader, ids: readonly string[]) =>
  reader.db
    .selectFrom(doorsOf(reader))
    .select(['cylinder.id', 'connection_id', 'location_id', 'own_name', 'notes', cylinderWords('cylinder').as('words')])
    .where('cylinder.deleted_at', 'is', null)
    .where('cylinder.id', '=', (q) => q.fn.any(q.val(ids)))
    .execute();

/** The own name and the notes are about the door: they come to its new cylinder, unless that has its own. */
async function handOverWords(tx: Tx, removed: OwnWords, installed: OwnWords): Promise<void> {
  const own_name = installed.own_name ?? removed.own_name;
  const notes = installed.notes ?? removed.notes;
  await changeOwnWords(tx, 'door', installed.id, { own_name, notes });
  await changeOwnWords(tx, 'door', removed.id, {
    own_name: installed.own_name === null ? null : removed.own_name,
    notes: installed.notes === null ? null : removed.notes,
  });
}

/** @returns how many */
async function handOverPins(tx: Tx, removed_id: string, installed_id: string): Promise<number> {
  const { rows } = await sql<{ location_id: string }>`
    select location_id from floor_plan_pin where cylinder_id = ${removed_id}`.execute(tx);
  const plans = rows.map(({ location_id }) => location_id);
  if (plans.length === 0) return 0;
  await tx
    .deleteFrom('floor_plan_pin')
    .where('cylinder_id', '=', installed_id)
    .where('location_id', 'in', plans)
    .execute();
  await tx
    .updateTable('floor_plan_pin')
    .set({ cylinder_id: installed_id })
    .where('cylinder_id', '=', removed_id)
    .execute();
  await tx
    .updateTable('floor_plan')
    .set({ version: sql<number>`version + 1` })
    .where('location_id', 'in', plans)
    .execute();
  return plans.length;
}
