import { say } from '@key2xs/texts';
import { recordEvent } from '#platform/audit/audit';
import type { Caller, Deps, Tx } from '#platform/deps';
import { AppError } from '#platform/errors';
import type { TaskRow } from '#platform/schema/schema';
import { asCaller } from '#platform/visible-to';
import { getConnection, getFirstActive, listActiveConnections, previewCursor } from '../key-systems/service';
import { startTask } from '../tasks/service';

export { loadSides, type Sides } from './load-sides';
export { knownPersons, listPersonsFor } from './queries';

export type SyncRequest = {
  source_iam_identifier?: string | undefined;
  target_key_system_connection_id?: string | undefined;
  dry_run?: boolean | undefined;
};

/**
 * Starts a sync of a key system with its linked plans; without target and source, of every active key system.
 * @returns the tasks, at least one, by the name of the key system
 * @throws AppError not_found, conflict, sync_in_progress
 */
export async function startSync(deps: Deps, caller: Caller, request: SyncRequest): Promise<[TaskRow, ...TaskRow[]]> {
  const tasks = await deps.db.transaction().execute((tx) => insertSync(tx, deps, caller, request));
  deps.jobs.nudge();
  return tasks;
}

/** The same in the caller's transaction. Call `deps.jobs.nudge()` after the commit. */
export async function insertSync(
  tx: Tx,
  deps: Deps,
  caller: Caller,
  request: SyncRequest,
): Promise<[TaskRow, ...TaskRow[]]> {
  const { dry_run = false, source_iam_identifier: named_source_id = null } = request;
  const tasks: TaskRow[] = [];
  for (const { id: subject_id } of await chooseTargets(tx, caller, request)) {
    const begin = dry_run ? { cursor: previewCursor() } : {};
    const task = { kind: 'key_system', subject_id, named_source_id, dry_run, ...begin } as const;
    tasks.push(await startTask(tx, deps, caller, task));
  }
  const [task, ...others] = tasks;
  if (!task) throw new Error('chooseTargets answers at least one');
  const started = tasks.map(({ id: task_id, title }) => ({ task_id, title }));
  await recordEvent(tx, caller, 'sync.started', { id: task.id, details: { kind: task.kind, dry_run, started } });
  return [task, ...others];
}

type Target = { id: string; name: string };

async function chooseTargets(tx: Tx, caller: Caller, request: SyncRequest): Promise<Target[]> {
  const { target_key_system_connection_id: targetId, source_iam_identifier: sourceId } = request;
  if (targetId) {
    const target = await getConnection(asCaller(tx, caller), targetId);
    if (!target.is_active) throw new AppError('conflict', say('record.inactive', { name: target.name }));
    if (sourceId) await refuseUnconnected(tx, sourceId, target);
    return [target];
  }
  const first = await getFirstActive(tx);
  if (sourceId) {
    await refuseUnconnected(tx, sourceId, first);
    return [first];
  }
  return listActiveConnections(tx);
}

/** A sync always covers the whole key system; refuses a source that no plan links to it, as that is a mistake. */
async function refuseUnconnected(tx: Tx, sourceId: string, target: Target): Promise<void> {
  const link = await tx
    .selectFrom('key_plan_iam_connection as source')
    .innerJoin('key_plan_key_system as plan', 'plan.keyplan_id', 'source.keyplan_id')
    .select('source.keyplan_id')
    .where('source.connection_id', '=', sourceId)
    .where('plan.connection_id', '=', target.id)
    .executeTakeFirst();
  if (!link) {
    const detail = say('keySystem.notLinked', { name: target.name });
    throw new AppError('conflict', detail);
  }
}
