import { Mapping } from '@key2xs/contract';
import { checkGuards, compileMapping, directoryPlanner, type IncomingPerson, type MappedRow } from '@key2xs/domain';
import { say } from '@key2xs/texts';
import { z } from 'zod';
import { itemWriter, type Summary } from '../change-sets/service';
import { TaskFailed, type TaskRun } from '../tasks/service';
import { loadCurrent } from './apply-people';
import { describeChanges, largestRemovals } from './describe-changes';
import type { IamConnectionRow } from './queries';
import { readCsv } from './read-csv';
import { sourceHash } from './source-hash';
import { readStaffList, type StaffListRow } from './staff-list-store';

/** How far a comparison came. What was true when it began stays so for all of it. */
export const CompareCursor = z.object({
  change_set_id: z.uuid(),
  mapping: Mapping,
  /** Rows whose changes are written down; then leavers of whom the same is true. */
  rows: z.int(),
  leavers: z.int(),
  /** What is written down; whatever the change set has beyond it is written anew. */
  items: z.int(),
});
export type CompareCursor = z.infer<typeof CompareCursor>;

/** Few enough that describing them does not hold up other requests. */
const batchPeople = 500;
const rowsASave = 2_500;

type Comparison = { connection: IamConnectionRow; list: StaffListRow; cursor: CompareCursor; itemsAStep: number };

/**
 * Compares a staff list with the stored people and writes down the changes. One that goes on from a cursor reads the list
 * from its beginning, as the first of equal rows counts, and takes up writing where it stopped.
 * @returns undefined when enough was written for one step: the cursor is saved
 * @throws TaskFailed when the list lacks a mapped column
 */
export async function compareList(
  { deps, save, signal }: TaskRun,
  { connection, list, cursor, itemsAStep }: Comparison,
): Promise<Summary | undefined> {
  const { db } = deps;
  const mapRow = mapperOf(list, cursor.mapping);
  const current = await loadCurrent(db, connection.id);
  const planner = directoryPlanner(current);
  const writer = itemWriter(db, cursor.change_set_id, cursor.items);
  const pause = async (at: { rows: number; leavers: number }) => {
    const items = await writer.end();
    await save(db, { phase: 'comparing', done: at.rows, cursor: { ...cursor, ...at, items } });
  };
  const isEnough = () => writer.total() - cursor.items >= itemsAStep;

  let rows = 0;
  let saved = -rowsASave; // the first batch shows that it has begun
  for await (const people of listPeople(readCsv(readStaffList(db, list.id)), mapRow)) {
    signal.throwIfAborted();
    const changes = people.flatMap((person, at) => {
      const change = planner.take(person);
      return change && rows + at >= cursor.rows ? change : [];
    });
    rows += people.length;
    for (const item of await describeChanges(deps, changes)) await writer.add(item);
    if (isEnough()) return void (await pause({ rows, leavers: 0 }));
    if (rows < saved + rowsASave) await breathe();
    else {
      await save(db, { phase: 'comparing', done: rows });
      saved = rows;
    }
  }
  const leavers = planner.finish();
  for (let at = cursor.leavers; at < leavers.length; at += batchPeople) {
    signal.throwIfAborted();
    const end = at + batchPeople;
    for (const item of await describeChanges(deps, leavers.slice(at, end))) await writer.add(item);
    if (isEnough()) return void (await pause({ rows, leavers: end }));
  }
  return {
    total: await writer.end(),
    counts: planner.counts(),
    guards: checkGuards(planner.tally(), Number(connection.guard_limit_percent)),
    largest_removals: largestRemovals(leavers, current),
  };
}

const breathe = () => new Promise(setImmediate);

function mapperOf({ columns }: StaffListRow, mapping: Mapping): (cells: readonly string[]) => MappedRow {
  const names = columns.map(({ name }) => name);
  const { missing_columns, mapRow } = compileMapping(names, mapping);
  if (missing_columns.length === 0) return mapRow;
  throw new TaskFailed(say('task.columnsMissing', { columns: missing_columns }));
}

async function* listPeople(
  batches: ReturnType<typeof readCsv>,
  mapRow: (cells: readonly string[]) => MappedRow,
): AsyncGenerator<IncomingPerson[]> {
  let isHeader = true;
  for await (const rows of batches) {
    yield rows.slice(isHeader ? 1 : 0).map(({ line, cells }) => toIncoming(line, mapRow(cells)));
    isHeader = false;
  }
}

function toIncoming(row: number, { fields, problems }: MappedRow): IncomingPerson {
  // The planner keeps the id. As a slice of the file's text it would keep that text as well.
  if (fields.external_id !== undefined) fields.external_id = Buffer.from(fields.external_id).toString();
  return { row, fields, problems, hash: sourceHash(fields) };
}
