import type { LockingPlanPreview, UploadedFile } from '@key2xs/contract';
import { type Sentence, say } from '@key2xs/texts';
import { renderSentence } from '@key2xs/texts/render-sentence';
import { recordEvent } from '#platform/audit/audit';
import type { Caller, Deps } from '#platform/deps';
import { AppError, invalidField } from '#platform/errors';
import { piecesOf } from '#platform/http/received-file';
import type { Runner } from '#platform/isolated/runner';
import { refuseOtherVersion } from '#platform/other-version';
import { asCaller, type Reader } from '#platform/visible-to';
import { getConnection } from '../key-systems/service';
import { planChecker } from './plan-checker';
import type { CheckedPlan, CheckOrder } from './plan-checker-messages';
import {
  findLockingPlan,
  hasCylinders,
  type LockingPlanRow,
  lockVersion,
  readMirror,
  saveLockingPlan,
  stampMirror,
} from './queries';
import { readWithinScope } from './read-within-scope';
import { sheetReader } from './sheet-reader';

/**
 * Reads a sheet against the mirror. Stores nothing.
 * @throws AppError not_found; validation_failed with what is wrong with the file; overloaded
 */
export async function previewLockingPlan(
  { deps: { db, runner }, reader, signal }: { deps: Deps; reader: Reader; signal: AbortSignal },
  connectionId: string,
  file: UploadedFile,
): Promise<LockingPlanPreview> {
  const { name } = await getConnection(reader, connectionId);
  if (!(await hasCylinders(db, connectionId))) {
    throw invalidField('file', say('lockingPlan.noCylinders', { name }));
  }
  const pieces = piecesOf(file);
  const order = { pieces, fileName: file.name, mirror: await readMirror(db, connectionId) };
  const read = await runner.run(sheetReader, order, { signal, transfer: pieces.map(({ buffer }) => buffer) });
  if (!read.ok) throw invalidField('file', read.reason);
  const tell = (sentence: Sentence) => renderSentence(sentence, reader.language);
  const problems = read.answer.problems.map((problem) => ({ ...problem, message: tell(problem.message) }));
  return { ...read.answer, problems };
}

/** @throws AppError not_found when the key system has no plan */
export async function getLockingPlan(reader: Reader, connectionId: string): Promise<LockingPlanRow> {
  const { name } = await getConnection(reader, connectionId);
  const plan = await findLockingPlan(reader.db, connectionId);
  if (!plan) throw new AppError('not_found', say('lockingPlan.noneUpload', { name }));
  return reader.viewer.scope === null ? plan : { ...plan, ...(await readWithinScope(reader, connectionId)) };
}

export { readPlannedRights } from './queries';

type Removal = { deps: Deps; caller: Caller; id: string; expectedVersion: number | undefined };
type Storing = { deps: Deps; caller: Caller; signal: AbortSignal };

/**
 * Replaces the plan. A thread checks it before the transaction, which then makes sure that the mirror is unchanged.
 * @throws AppError not_found, bad_request, validation_failed, version_conflict, conflict, overloaded
 */
export async function storeLockingPlan(
  { deps, caller, signal }: Storing,
  connectionId: string,
  { bytes, expectedVersion }: { bytes: Uint8Array; expectedVersion: number | undefined },
): Promise<LockingPlanRow> {
  const { db, clock } = deps;
  await getConnection(asCaller(db, caller), connectionId);
  const stamp = await stampMirror(db, connectionId);
  const checked = await check(deps.runner, { bytes, mirror: await readMirror(db, connectionId) }, signal);
  return db.transaction().execute(async (tx) => {
    const before = await lockVersion(tx, connectionId);
    await getConnection(asCaller(tx, caller), connectionId);
    refuseOtherVersion(before?.version, expectedVersion, say('lockingPlan.changed'));
    if ((await stampMirror(tx, connectionId)) !== stamp) {
      throw new AppError('conflict', say('lockingPlan.readMeanwhile'));
    }
    const plan = await saveLockingPlan(tx, {
      ...checked,
      connection_id: connectionId,
      stored_by: caller.name,
      now: clock(),
    });
    const details = { ...checked.counts, version: plan.version, before: before?.counts ?? null };
    await recordEvent(tx, caller, 'locking_plan.stored', { id: connectionId, details });
    return { ...plan, content: checked.jsonb.subarray(1) };
  });
}

/** Transfers the bytes to the thread; they are unreadable here afterwards. */
async function check(runner: Runner, order: CheckOrder, signal: AbortSignal): Promise<CheckedPlan> {
  const { buffer, byteLength } = order.bytes;
  const hasOwnMemory = byteLength === buffer.byteLength; // a short body shares a buffer with others
  const transfer = hasOwnMemory ? [buffer as ArrayBuffer] : []; // bytes from a socket are never in a SharedArrayBuffer
  const result = await runner.run(planChecker, order, { signal, transfer });
  if (!result.ok) throw new AppError('validation_failed', result.reason);
  if (result.answer.ok) return result.answer.plan;
  const { code, detail, extra } = result.answer;
  throw new AppError(code, detail, extra);
}

/** @throws AppError not_found, version_conflict */
export async function removeLockingPlan({ deps, caller, id: connectionId, expectedVersion }: Removal) {
  return deps.db.transaction().execute(async (tx) => {
    const plan = await lockVersion(tx, connectionId);
    const { name } = await getConnection(asCaller(tx, caller), connectionId);
    if (!plan) throw new AppError('not_found', say('lockingPlan.none', { name }));
    refuseOtherVersion(plan.version, expectedVersion, say('lockingPlan.changed'));
    await tx.deleteFrom('locking_plan').where('connection_id', '=', connectionId).execute();
    await recordEvent(tx, caller, 'locking_plan.deleted', { id: connectionId, details: plan.counts });
    return { success: true as const };
  });
}
