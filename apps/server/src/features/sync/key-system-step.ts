import { type ChangeSetRow, changeSetToApply, closeChangeSet, openChangeSet } from '../change-sets/service';
import { converse, getKeySystem, type KeySystemRow, saveRecorded } from '../key-systems/service';
import { type StepResult, TaskFailed, type TaskRun } from '../tasks/service';
import { applyChunk } from './apply/apply-chunk';
import { knownPersons, knownProfiles } from './queries';
import { type Recorded, readRecorded } from './read-recorded';
import { writeChanges } from './write-changes';

/** Out: what plans and directory want, minus what the key system has recorded, guarded and applied object by object. */
export async function keySystemStep(run: TaskRun): Promise<StepResult> {
  const { deps, task } = run;
  const row = await getKeySystem(deps.db, task.key_system_connection_id ?? '');
  if (!row.is_active) throw new TaskFailed(`'${row.name}' is inactive. Activate it, then sync again.`);
  const changeSet = await changeSetToApply(deps.db, task.change_set_id);
  return changeSet ? applyChunk(run, row, changeSet) : compute(run, row);
}

async function compute(run: TaskRun, row: KeySystemRow): Promise<StepResult> {
  const { deps, task, caller, save } = run;
  const recorded = await readAndMirror(run, row);
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

function resultOf({ state, counts }: ChangeSetRow): StepResult {
  if (state === 'applying') return 'again';
  if (state === 'quarantined') return { outcome: 'quarantined', counts, failed: 0 };
  return { outcome: state === 'ready' ? 'previewed' : 'nothing_to_do', counts, failed: 0 };
}

/** Into the mirror goes only what is ours: whatever is in it counts as written by us from then on. */
async function readAndMirror(run: TaskRun, row: KeySystemRow): Promise<Recorded> {
  const { deps, save } = run;
  await save(deps.db, { phase: 'reading' });
  const recorded = await converse(run, row, readRecorded);
  await deps.db.transaction().execute(async (tx) => {
    await save(tx, { phase: 'comparing' });
    const { persons, profiles } = recorded.rows;
    const ours = {
      persons: await knownPersons(
        tx,
        persons.map(({ reference }) => reference),
      ),
      profiles: await knownProfiles(tx, row.id),
    };
    await saveRecorded(tx, row.id, {
      persons: persons.filter(({ reference }) => ours.persons.has(reference)),
      profiles: profiles.filter(({ reference }) => ours.profiles.has(reference)),
      readAt: deps.clock(),
    });
  });
  return recorded;
}
