import type { LockingPlanContent, LockingPlanPreview, UploadedFile } from '@key2xs/contract';
import { recordEvent } from '#platform/audit';
import type { Caller, Db, Deps } from '#platform/deps';
import { AppError, invalidField } from '#platform/errors';
import { piecesOf } from '#platform/received-file';
import { getKeySystem } from '../key-systems/service';
import { findFault } from './check-content';
import { countPlan } from './plan/count-plan';
import type { Mirror } from './plan/mirror-index';
import {
  findLockingPlan,
  hasCylinders,
  type LockingPlanRow,
  lockVersion,
  readMirror,
  saveLockingPlan,
} from './queries';
import type { SheetReader } from './sheet-reader';

/**
 * What a sheet says, read against the mirror. Nothing is stored.
 * @throws AppError not_found; validation_failed with what is wrong with the file; overloaded
 */
export async function previewLockingPlan(
  { db, sheets, signal }: { db: Db; sheets: SheetReader; signal: AbortSignal },
  connectionId: string,
  file: UploadedFile,
): Promise<LockingPlanPreview> {
  const { name } = await getKeySystem(db, connectionId);
  if (!(await hasCylinders(db, connectionId))) {
    throw invalidField(
      'file',
      `No cylinder of '${name}' is known yet. Read its inventory, then upload the plan again.`,
    );
  }
  const pieces = piecesOf(file);
  const order = { pieces, fileName: file.name, mirror: await readMirror(db, connectionId) };
  const read = await sheets.run(order, { signal, transfer: pieces.map(({ buffer }) => buffer) });
  if (!read.ok) throw invalidField('file', read.reason);
  return read.answer;
}

/** @throws AppError not_found when the key system has no plan */
export async function getLockingPlan(db: Db, connectionId: string): Promise<LockingPlanRow> {
  const { name } = await getKeySystem(db, connectionId);
  const plan = await findLockingPlan(db, connectionId);
  if (!plan) throw new AppError('not_found', `'${name}' has no locking plan. Upload one.`);
  return plan;
}

/**
 * Stores a plan in place of the former one. What it says is checked against the mirror as it is now.
 * @throws AppError not_found, validation_failed, version_conflict
 */
export async function storeLockingPlan(
  { db, clock }: Deps,
  caller: Caller,
  connectionId: string,
  { content, expectedVersion }: { content: LockingPlanContent; expectedVersion: number | undefined },
): Promise<LockingPlanRow> {
  return db.transaction().execute(async (tx) => {
    const before = await lockVersion(tx, connectionId);
    await getKeySystem(tx, connectionId);
    if (expectedVersion !== undefined && expectedVersion !== before?.version) {
      throw new AppError('version_conflict', 'Somebody else changed this locking plan. Look at it, then decide again.');
    }
    const mirror = JSON.parse(await readMirror(tx, connectionId)) as Mirror; // as `readMirror` writes it
    const fault = findFault(content, mirror);
    if (fault) throw invalidField(fault.path, fault.message);
    const counts = countPlan(content);
    const plan = await saveLockingPlan(tx, {
      connection_id: connectionId,
      content,
      counts,
      stored_by: caller.name,
      now: clock(),
    });
    const details = { ...counts, version: plan.version, before: before?.counts ?? null };
    await recordEvent(tx, caller, 'locking_plan.stored', { id: connectionId, details });
    return plan;
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
