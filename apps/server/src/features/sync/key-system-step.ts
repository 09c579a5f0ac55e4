import { say } from '@key2xs/texts';
import { asProduct } from '#platform/visible-to';
import { type ChangeSetRow, closeChangeSet, findChangeSet, openChangeSet } from '../change-sets/service';
import { getKeySystem, type KeySystemRow } from '../key-systems/service';
import { type StepResult, TaskFailed, type TaskRun } from '../tasks/service';
import { settleWork } from '../work-list/service';
import { appliedResult, applyChunk } from './apply/apply-chunk';
import { forgetWhatHasChanged, withCapabilities } from './learn-capabilities';
import { readIntoMirror } from './mirror-recorded';
import { writeChanges } from './write-changes';

/** Out: what plans and directory want, minus what the key system has recorded, guarded and applied object by object. */
export async function keySystemStep(run: TaskRun): Promise<StepResult> {
  const { deps, task } = run;
  const row = await getKeySystem(asProduct(deps.db), task.key_system_connection_id ?? '');
  if (!row.is_active) throw new TaskFailed(say('task.inactiveForSync', { name: row.name }));
  const changeSet = task.change_set_id === null ? undefined : await findChangeSet(deps.db, task.change_set_id);
  // Its worker died after the last write: computing once more would change what nobody asked for.
  if (changeSet && changeSet.state !== 'applying') return resultOf(changeSet);
  try {
    return changeSet ? await applyChunk(run, row, changeSet) : await compute(run, await withCapabilities(run, row));
  } catch (error) {
    await forgetWhatHasChanged(run, row, error);
    throw error;
  }
}

async function compute(run: TaskRun, row: KeySystemRow): Promise<StepResult> {
  const { deps, task, caller, save } = run;
  const recorded = await readIntoMirror(run, row);
  const opened = await deps.db.transaction().execute(async (tx) => {
    await save(tx, { phase: 'comparing' }); // an overtaken worker must not throw away what the other one collects
    return openChangeSet(tx, deps, {
      kind: 'key_system',
      title: `Key plans → ${row.name}`,
      iam_connection_id: null,
      key_system_connection_id: row.id,
      staff_list_id: null,
      task_id: task.id,
    });
  });
  const summary = await writeChanges(deps, row, { recorded, changeSetId: opened.id });
  const closed = await deps.db.transaction().execute(async (tx) => {
    const changeSet = await closeChangeSet(tx, caller, opened, { ...summary, isPreview: task.dry_run });
    if (changeSet.state === 'applied' && !task.dry_run) {
      await settleWork(tx, deps, { connectionId: row.id, changeSetId: opened.id });
    }
    await save(tx, {
      phase: changeSet.state === 'applying' ? 'applying' : 'guarding',
      done: 0,
      total: changeSet.total,
      change_set_id: opened.id,
    });
    return changeSet;
  });
  return resultOf(closed);
}

function resultOf(changeSet: ChangeSetRow): StepResult {
  const { state, counts, guards, total } = changeSet;
  if (state === 'applying') return 'again';
  if (state === 'applied') {
    return total === 0 ? { outcome: 'nothing_to_do', counts, failed: 0 } : appliedResult(changeSet);
  }
  return { outcome: guards.length > 0 ? 'quarantined' : 'previewed', counts, failed: 0 };
}
