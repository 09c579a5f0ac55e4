import { say } from '@key2xs/texts';
import type { ChangeSetRow } from '#platform/schema/schema';
import { asProduct } from '#platform/visible-to';
import { changeSetOf, closeChangeSet, openChangeSet } from '../change-sets/service';
import { getKeySystem, isToRead, type KeySystem, readBeforePreview, withSession } from '../key-systems/service';
import { type StepResult, TaskFailed, type TaskRun } from '../tasks/service';
import { appliedResult, applyChunk } from './apply/apply-chunk';
import { forgetOutdatedCapabilities, withCapabilities } from './learn-capabilities';
import { readIntoMirror } from './mirror-recorded';
import { writeChanges } from './write-changes';

/** Plans the difference between the desired and the recorded, runs the guards, and applies it in chunks. */
export async function keySystemStep(run: TaskRun): Promise<StepResult> {
  const { deps, task } = run;
  const row = await getKeySystem(asProduct(deps.db), task.subject_id); // background work
  if (!row.is_active) throw new TaskFailed(say('task.inactiveForSync', { name: row.name }));
  const changeSet = await changeSetOf(deps.db, task);
  // The worker died after the last write. Computing again would make changes without an approval.
  if (changeSet && changeSet.state !== 'applying') return resultOf(changeSet);
  try {
    if (changeSet) return await applyChunk(run, row, changeSet);
    const able = await withCapabilities(run, row);
    if (!isToRead(task)) return await compute(run, able);
    await withSession(run, able, (session) => readBeforePreview(run, able, session));
    return 'again';
  } catch (error) {
    await forgetOutdatedCapabilities(run, row, error);
    throw error;
  }
}

async function compute(run: TaskRun, row: KeySystem): Promise<StepResult> {
  const { deps, save } = run;
  const recorded = await readIntoMirror(run, row);
  const opened = await deps.db.transaction().execute(async (tx) => {
    await save(tx, { phase: 'comparing' }); // an overtaken worker must not delete the change set of its successor
    return openChangeSet(tx, run, 'key_system');
  });
  const summary = await writeChanges(deps, row, { recorded, changeSetId: opened.id });
  const closed = await deps.db.transaction().execute(async (tx) => {
    const changeSet = await closeChangeSet(tx, run, opened, summary);
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
