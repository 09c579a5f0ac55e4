import { Mapping } from '@key2xs/contract';
import { checkGuards, compileMapping, directoryPlanner, type IncomingPerson, type MappedRow } from '@key2xs/domain';
import type { Tx } from '#platform/deps';
import { notFound } from '#platform/errors';
import {
  type ChangeSetRow,
  closeChangeSet,
  findChangeSet,
  finishChangeSet,
  itemWriter,
  openChangeSet,
  resultOf,
  updateChangeSet,
} from '../change-sets/service';
import { type StepResult, TaskFailed, type TaskRun } from '../tasks/service';
import { applyPeople, loadCurrent } from './apply-people';
import { describeChanges, largestRemovals } from './describe-changes';
import { findConnection, type IamConnectionRow } from './queries';
import { readCsv } from './read-csv';
import { sourceHash } from './source-hash';
import { findLatestStaffList, readStaffList, type StaffListRow } from './staff-list-store';

/** Few enough that a chunk takes well under a second and a killed worker repeats little. */
const chunkItems = 5_000;
/** Few enough that describing them does not hold up other requests. */
const batchItems = 500;

/** Directory in: compares the latest staff list with the stored people, guards, and applies chunk by chunk. */
export async function directoryStep(run: TaskRun): Promise<StepResult> {
  const { deps, task } = run;
  const connection = await findConnection(deps.db, task.iam_connection_id ?? '');
  if (!connection) throw notFound('identity source');
  const changeSet = task.change_set_id === null ? undefined : await findChangeSet(deps.db, task.change_set_id);
  if (!changeSet) return compute(run, connection);
  return changeSet.state === 'applying' ? applyChunk(run, connection, changeSet) : resultOf(changeSet);
}

async function compute(run: TaskRun, connection: IamConnectionRow): Promise<StepResult> {
  const { deps, task, caller, save } = run;
  const { db } = deps;
  const list = await findLatestStaffList(db, connection.id);
  if (!list) throw new TaskFailed('The staff list is gone. Upload it again.');
  const opened = await db.transaction().execute(async (tx) => {
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
  const summary = await compare(run, connection, { list, changeSetId: opened.id });
  const closed = await db.transaction().execute(async (tx) => {
    const changeSet = await closeChangeSet(tx, caller, opened, { ...summary, isPreview: task.dry_run });
    await save(tx, { phase: changeSet.state === 'applying' ? 'applying' : 'guarding', change_set_id: opened.id });
    if (changeSet.total === 0) await markRead(tx, connection.id);
    return changeSet;
  });
  return resultOf(closed);
}

async function compare(
  { deps, save }: TaskRun,
  connection: IamConnectionRow,
  { list, changeSetId }: { list: StaffListRow; changeSetId: string },
) {
  const { db } = deps;
  const reader = compileMapping(
    list.columns.map(({ name }) => name),
    Mapping.parse(connection.mapping_config),
  );
  if (reader.missing_columns.length > 0) {
    throw new TaskFailed(
      `The staff list lacks these columns: ${reader.missing_columns.join(', ')}. Map the columns again.`,
    );
  }
  const current = await loadCurrent(db, connection.id);
  const planner = directoryPlanner(current);
  const writer = itemWriter(db, changeSetId);
  let isHeader = true;
  for await (const rows of readCsv(readStaffList(db, list.id))) {
    const people = rows.slice(isHeader ? 1 : 0).map(({ line, cells }) => toIncoming(line, reader.mapRow(cells)));
    isHeader = false;
    const changes = people.flatMap((person) => planner.take(person) ?? []);
    for (const item of await describeChanges(deps, changes)) await writer.add(item);
    const { rows: done } = planner.tally();
    await save(db, { phase: 'comparing', done });
  }
  const leavers = planner.finish();
  for (let at = 0; at < leavers.length; at += batchItems) {
    for (const item of await describeChanges(deps, leavers.slice(at, at + batchItems))) await writer.add(item);
  }
  const total = await writer.end();
  return {
    total,
    counts: planner.counts(),
    guards: checkGuards(planner.tally(), Number(connection.guard_limit_percent)),
    largest_removals: largestRemovals(leavers, current),
  };
}

function toIncoming(row: number, { fields, problems }: MappedRow): IncomingPerson {
  // The planner keeps the id. As a slice of the file's text it would keep that text as well.
  if (fields.external_id !== undefined) fields.external_id = Buffer.from(fields.external_id).toString();
  return { row, fields, problems, hash: sourceHash(fields) };
}

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
