import type { LockingPlanPreview, UploadedFile } from '@key2xs/contract';
import { recordEvent } from '#platform/audit';
import type { Caller, Db, Deps } from '#platform/deps';
import { AppError, invalidField } from '#platform/errors';
import { getKeySystem } from '../key-systems/service';
import type { PlanChecker } from './plan-checker';
import { findLockingPlan, type LockingPlanRow, listMirror, lockVersion, saveLockingPlan, stampMirror } from './queries';
import type { SheetReader } from './sheet-reader';

/**
 * What a sheet says, read against the mirror. Nothing is stored.
 * @throws AppError not_found; validation_failed with what is wrong with the file; overloaded
 */
export async function previewLockingPlan(
  { db }: Deps,
  sheets: SheetReader,
  connectionId: string,
  file: UploadedFile,
): Promise<LockingPlanPreview> {
  const { name } = await getKeySystem(db, connectionId);
  const mirror = await listMirror(db, connectionId);
  if (mirror.cylinders.length === 0) {
    throw invalidField(
      'file',
      `No cylinder of '${name}' is known yet. Read its inventory, then upload the plan again.`,
    );
  }
  const bytes = new Uint8Array(await file.arrayBuffer());
  const result = await sheets.read({ bytes, fileName: file.name, mirror });
  if (!result.ok) throw invalidField('file', result.reason);
  return result.preview;
}

/** @throws AppError not_found when the key system has no plan */
export async function getLockingPlan(db: Db, connectionId: string): Promise<LockingPlanRow> {
  const { name } = await getKeySystem(db, connectionId);
  const plan = await findLockingPlan(db, connectionId);
  if (!plan) throw new AppError('not_found', `'${name}' has no locking plan. Upload one.`);
  return plan;
}

/**
 * Stores a plan, as it was sent, in place of the former one. It is checked in a thread before the transaction, which
 * makes sure that the mirror it was checked against is still the same.
 * @throws AppError not_found, bad_request, validation_failed, version_conflict, conflict, overloaded
 */
export async function storeLockingPlan(
  { db, clock }: Deps,
  caller: Caller,
  connectionId: string,
  { plans, bytes, expectedVersion }: { plans: PlanChecker; bytes: Uint8Array; expectedVersion: number | undefined },
): Promise<LockingPlanRow> {
  await getKeySystem(db, connectionId);
  const stamp = await stampMirror(db, connectionId);
  const checked = await plans.check({ bytes, mirror: await listMirror(db, connectionId) });
  return db.transaction().execute(async (tx) => {
    const before = await lockVersion(tx, connectionId);
    await getKeySystem(tx, connectionId);
    if (expectedVersion !== undefined && expectedVersion !== before?.version) {
      throw new AppError('version_conflict', 'Somebody else changed this locking plan. Look at it, then decide again.');
    }
    if ((await stampMirror(tx, connectionId)) !== stamp) {
      throw new AppError('conflict', 'The inventory of this key system was read meanwhile. Store the plan again.');
    }
    const plan = await saveLockingPlan(tx, {
      ...checked,
      connection_id: connectionId,
      stored_by: caller.name,
      now: clock(),
    });
    const details = { ...checked.counts, version: plan.version, before: before?.counts ?? null };
    await recordEvent(tx, caller, 'locking_plan.stored', { id: connectionId, details });
    return { ...plan, content: checked.content };
  });
}

/** @throws AppError not_found */
export async function removeLockingPlan({ db }: Deps, caller: Caller, connectionId: string) {
  return db.transaction().execute(async (tx) => {
    const plan = await lockVersion(tx, connectionId);
    const { name } = await getKeySystem(tx, connectionId);
    if (!plan) throw new AppError('not_found', `'${name}' has no locking plan.`);
    await tx.deleteFrom('locking_plan').where('connection_id', '=', connectionId).execute();
    await recordEvent(tx, caller, 'locking_plan.deleted', { id: connectionId, details: plan.counts });
    return { success: true as const };
  });
}
