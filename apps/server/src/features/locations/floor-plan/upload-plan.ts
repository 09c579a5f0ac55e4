import { createHash } from 'node:crypto';
import type { FloorPlan, UploadedFile } from '@key2xs/contract';
import { say } from '@key2xs/texts';
import { sql } from 'kysely';
import { recordEvent } from '#platform/audit/audit';
import type { Deps, Tx } from '#platform/deps';
import { invalidField, notFound } from '#platform/errors';
import { refuseOtherVersion } from '#platform/other-version';
import { asCaller } from '#platform/visible-to';
import { wholePaperKind } from '#platform/whole-paper-kind';
import { getPlace, type Target } from '../manage';
import { findPlace } from '../queries';
import { getFloorPlan } from './get-plan';
import { type PlanPictures, planReader } from './plan-reader';

type Upload = { file: UploadedFile; page: number; signal: AbortSignal };

/**
 * Sets or replaces the picture of a plan; pins stay where they are. What is stored is made anew in a thread.
 * @throws AppError not_found, version_conflict, overloaded, validation_failed for what is no picture or page
 */
export async function uploadFloorPlan(target: Target, upload: Upload): Promise<FloorPlan> {
  const { deps, caller, id, expectedVersion } = target;
  const seen = await findPlace(asCaller(deps.db, caller), id);
  if (!seen) throw notFound('location');
  if (seen.type === 'door') throw invalidField('file', say('location.plan.ofDoor'));
  const { pictures, details } = await readPlan(deps, upload);
  const { width, height } = pictures;
  const picture = Buffer.from(pictures.picture);
  const values = {
    picture,
    thumbnail: Buffer.from(pictures.thumbnail),
    width,
    height,
    tag: createHash('sha256').update(picture).digest('hex').slice(0, 32),
  };
  return deps.db.transaction().execute(async (tx) => {
    await getPlace(tx, caller, id);
    const before = await holdPlan(tx, id);
    refuseOtherVersion(before?.version ?? 0, expectedVersion, say('location.plan.changed'));
    await tx
      .insertInto('floor_plan')
      .values({ location_id: id, ...values })
      .onConflict((conflict) =>
        conflict.column('location_id').doUpdateSet({
          ...values,
          version: sql<number>`floor_plan.version + 1`,
          uploaded_at: sql<Date>`now()`,
        }),
      )
      .execute();
    await recordEvent(tx, caller, 'location.plan_uploaded', {
      id,
      details: { ...details, width, height, replaced: before?.has_picture ?? false },
    });
    return getFloorPlan(asCaller(tx, caller), id);
  });
}

/** @throws AppError not_found, version_conflict */
export async function removeFloorPlan({ deps, caller, id, expectedVersion }: Target): Promise<FloorPlan> {
  return deps.db.transaction().execute(async (tx) => {
    await getPlace(tx, caller, id);
    const plan = await holdPlan(tx, id);
    if (!plan?.has_picture) throw notFound('floor_plan');
    refuseOtherVersion(plan.version, expectedVersion, say('location.plan.changed'));
    const { numDeletedRows } = await tx
      .deleteFrom('floor_plan_pin')
      .where('location_id', '=', id)
      .executeTakeFirstOrThrow();
    await tx
      .updateTable('floor_plan')
      .set({ picture: null, thumbnail: null, version: sql<number>`version + 1` })
      .where('location_id', '=', id)
      .execute();
    await recordEvent(tx, caller, 'location.plan_removed', { id, details: { pins: Number(numDeletedRows) } });
    return getFloorPlan(asCaller(tx, caller), id);
  });
}

/** Locks the plan of a place, so that one change of it follows the other. */
export async function holdPlan(tx: Tx, id: string) {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`floor plan ${id}`}, 0))`.execute(tx);
  return tx
    .selectFrom('floor_plan')
    .select(['version', sql<boolean>`picture is not null`.as('has_picture')])
    .where('location_id', '=', id)
    .executeTakeFirst();
}

/** What is no plan by its head is refused before anything is decoded. */
async function readPlan({ runner }: Deps, { file, page, signal }: Upload) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const kind = wholePaperKind(Buffer.from(bytes.buffer));
  if ('problem' in kind) throw invalidField('file', say(`location.plan.${kind.problem}`));
  const isPdf = kind.type === 'application/pdf';
  const details = { type: kind.type, bytes: bytes.length, ...(isPdf && { page }) };
  const order = { bytes, isPdf, page };
  const read = await runner.run(planReader, order, { signal, transfer: [bytes.buffer] });
  if (!read.ok) throw invalidField('file', read.reason);
  const pictures: PlanPictures = read.answer;
  return { pictures, details };
}
