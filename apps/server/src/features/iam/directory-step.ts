import { Mapping } from '@key2xs/contract';
import { say } from '@key2xs/texts';
import type { Tx } from '#platform/deps';
import { notFound } from '#platform/errors';
import { asProduct } from '#platform/visible-to';
import {
  type ChangeSetRow,
  closeChangeSet,
  dropItemsAfter,
  findChangeSet,
  finishChangeSet,
  openChangeSet,
  resultOf,
  updateChangeSet,
} from '../change-sets/service';
import { type StepResult, TaskFailed, type TaskRun } from '../tasks/service';
import { applyPeople } from './apply-people';
import { CompareCursor, compareList } from './compare-list';
import { findConnection, type IamConnectionRow } from './queries';
import { findLatestStaffList, findStaffList, type StaffListRow } from './staff-list-store';

/** Few enough that a chunk takes well under a second and a killed worker repeats little. */
const chunkItems = 5_000;
/** Few enough that writing them down ends in time on a slow machine too. */
const comparedItems = 50_000;

/** Directory in: compares the latest staff list with the stored people, guards, and applies chunk by chunk. */
export async function directoryStep(run: TaskRun, itemsAStep = comparedItems): Promise<StepResult> {
  const { deps, task } = run;
  const connection = await findConnection(asProduct(deps.db), task.iam_connection_id ?? '');
  if (!connection) throw notFound('identity source');
  const changeSet = task.change_set_id === null ? undefined : await findChangeSet(deps.db, task.change_set_id);
  if (!changeSet) return compute(run, connection, itemsAStep);
  return changeSet.state === 'applying' ? applyChunk(run, connection, changeSet) : resultOf(changeSet);
}

async function compute(run: TaskRun, connection: IamConnectionRow, itemsAStep: number): Promise<StepResult> {
  const { deps, task, caller, save } = run;
  const { changeSet, ...begun } = (await goOn(run)) ?? (await begin(run, connection));
  const summary = await compareList(run, { connection, ...begun, itemsAStep });
  if (!summary) return 'again';
  const closed = await deps.db.transaction().execute(async (tx) => {
    const row = await closeChangeSet(tx, caller, changeSet, { ...summary, isPreview: task.dry_run });
    await save(tx, { phase: row.state === 'applying' ? 'applying' : 'guarding', change_set_id: row.id });
    if (row.total === 0) await markRead(tx, connection.id);
    return row;
  });
  return resultOf(closed);
}

type Begun = { changeSet: ChangeSetRow; list: StaffListRow; cursor: CompareCursor };

async function begin({ deps, task, save }: TaskRun, connection: IamConnectionRow): Promise<Begun> {
  const list = await findLatestStaffList(deps.db, connection.id);
  if (!list) throw new TaskFailed(listIsGone);
  const changeSet = await deps.db.transaction().execute(async (tx) => {
    await save(tx, { phase: 'reading', done: 0, total: list.rows });
    return openChangeSet(tx, deps, {
      kind: 'directory',
      title: `${connection.name} → people`,
      iam_connection_id: connection.id,
      key_system_connection_id: null,
      staff_list_id: list.id,
      task_id: task.id,
    });
  });
  const mapping = Mapping.parse(connection.mapping_config);
  return { changeSet, list, cursor: { change_set_id: changeSet.id, mapping, rows: 0, leavers: 0, items: 0 } };
}

/** @returns undefined when nothing was compared yet */
async function goOn({ deps, task, save }: TaskRun): Promise<Begun | undefined> {
  const { data: cursor } = CompareCursor.safeParse(task.cursor);
  if (!cursor) return undefined;
  const changeSet = await findChangeSet(deps.db, cursor.change_set_id);
  const list = await findStaffList(deps.db, changeSet?.staff_list_id ?? null);
  if (!changeSet || !list) throw new TaskFailed(listIsGone);
  await deps.db.transaction().execute(async (tx) => {
    await save(tx, { phase: 'comparing' });
    await dropItemsAfter(tx, changeSet.id, cursor.items);
  });
  return { changeSet, list, cursor };
}

const listIsGone = say('task.listIsGone');

async function applyChunk(run: TaskRun, connection: IamConnectionRow, changeSet: ChangeSetRow): Promise<StepResult> {
  const { deps, caller, save } = run;
  const from = changeSet.applied;
  const to = Math.min(from + chunkItems, changeSet.total);
  await deps.db.transaction().execute(async (tx) => {
    await save(tx, { phase: 'applying', done: to, total: changeSet.total });
    await applyPeople(tx, { changeSetId: changeSet.id, connectionId: connection.id, from, to });
    await updateChangeSet(tx, changeSet.id, { applied: to });
    await countChange(tx, connection.id);
    if (to < changeSet.total) return;
    await markRead(tx, connection.id);
    await finishChangeSet(tx, deps, caller, changeSet);
  });
  return to < changeSet.total ? 'again' : { outcome: 'applied', counts: changeSet.counts, failed: 0 };
}

/** With each chunk, not only the last: whatever was computed from the people of before is out of date. */
async function countChange(tx: Tx, connectionId: string): Promise<void> {
  await tx
    .updateTable('iam_connection')
    .set((q) => ({ directory_version: q('directory_version', '+', '1') }))
    .where('id', '=', connectionId)
    .execute();
}

async function markRead(tx: Tx, connectionId: string): Promise<void> {
  await tx
    .updateTable('iam_connection')
    .set((q) => ({ last_read_at: q.fn<Date>('now') }))
    .where('id', '=', connectionId)
    .execute();
}
