import { groupLimits, Mapping } from '@key2xs/contract';
import {
  compileMapping,
  type DirectoryCounts,
  type DirectoryPlanner,
  directoryPlanner,
  type IncomingPerson,
  type Leaver,
  type MappedRow,
  personStateOn,
} from '@key2xs/domain';
import type { SourceRecord } from '@key2xs/drivers';
import { z } from 'zod';
import { mapInSlices } from '#platform/in-slices';
import { itemWriter, type Summary } from '../../change-sets/service';
import { TaskFailed, type TaskRun } from '../../tasks/service';
import { type ComparedScope, comparisonCollector } from '../called/needs-compare';
import { idOf } from '../called/replica-driver';
import { type DetectedConflicts, findConflicts, type HeldItem } from '../conflicts/find-conflicts';
import type { OpenSource } from '../open-source';
import type { StoredConnection } from '../queries';
import { withAliases } from '../renames/value-aliases';
import { type ComparisonScope, countAll, findComparisonScope } from './comparison-scope';
import { describeChanges, largestRemovals } from './describe-changes';
import { saveDirectoryEffect } from './directory-effect';
import { currentLoader, storedPeople } from './load-current';
import { sourceHash } from './source-hash';

/** Progress of a comparison. Position and mapping are fixed at its start. */
export const CompareCursor = z.object({
  change_set_id: z.uuid(),
  mapping: Mapping,
  /** Position of the source, fixed at the start. */
  position: z.string(),
  /** Today at the start, as `2026-11-30`. */
  day: z.string(),
  /** Rows whose changes are written; after the last row, leavers too. */
  rows: z.int(),
  leavers: z.int(),
  /** Items written; any beyond are written again. */
  items: z.int(),
});
export type CompareCursor = z.infer<typeof CompareCursor>;

/** Small enough not to block other requests. */
const batchPeople = 500;

export type Compared = Summary & {
  found: DetectedConflicts;
  /** Saved once applied; undefined if all people are compared the next time. */
  settled: ComparedScope | undefined;
};

export type StepSizes = {
  /** Items that a step of comparing writes, at least. */
  compared: number;
  /** Rows after which progress is reported. */
  reported: number;
  /** Items that a step applies. */
  applied: number;
};

type Comparison = { connection: StoredConnection; source: OpenSource; cursor: CompareCursor; sizes: StepSizes };

/**
 * Compares a source with the stored people, or those of both who may have changed, and writes the changes. Resuming from
 * a cursor reads the source from the start again, because the first of equal rows counts, and continues writing at the
 * cursor.
 * @returns undefined when the step's share is written and the cursor saved
 * @throws TaskFailed when the source lacks a mapped column
 */
export async function compareSource(run: TaskRun, comparison: Comparison): Promise<Compared | undefined> {
  const { source, cursor, sizes } = comparison;
  const scope = await findComparisonScope(run, source, cursor);
  const writer = itemWriter(run.deps.db, cursor.change_set_id, cursor.items);
  const work: Work = {
    ...comparison,
    run,
    scope,
    writer,
    planner: directoryPlanner(),
    unsettled: comparisonCollector(),
    // As much again as there is already, because each step reads from the start.
    isEnough: () => writer.total() - cursor.items >= Math.max(sizes.compared, cursor.items),
    pause: async (at) => {
      const items = await writer.end();
      await run.save(run.deps.db, { phase: 'comparing', done: at.rows, cursor: { ...cursor, ...at, items } });
    },
  };
  const rows = await compareRows(work);
  if (rows === 'paused') return undefined;
  const leavers = await compareLeavers(work, rows);
  if (leavers === 'paused') return undefined;
  return sumUp(work, { rows, leavers });
}

type Work = Comparison & {
  run: TaskRun;
  scope: ComparisonScope;
  writer: ReturnType<typeof itemWriter>;
  planner: DirectoryPlanner;
  unsettled: ReturnType<typeof comparisonCollector>;
  isEnough(): boolean;
  pause(at: { rows: number; leavers: number }): Promise<void>;
};

/** @returns how many rows there are */
async function compareRows(work: Work): Promise<number | 'paused'> {
  const { run, connection, source, cursor, sizes, scope, writer, planner, unsettled } = work;
  const { deps, save, signal } = run;
  const { db } = deps;
  const mapRow = await withAliases(db, connection.id, await mapperOf(source, cursor));
  const load = await currentLoader(db, connection.id);
  const groupNames = await source.driver.groupNames?.(source.access, cursor.position);
  let rows = 0;
  let saved = -sizes.reported; // saves after the first batch, so that progress shows
  for await (const records of source.driver.read({ ...source.access, only: scope.only }, cursor.position)) {
    signal.throwIfAborted();
    const people = await mapInSlices(records, (record) => toIncoming(record, mapRow, cursor.day));
    const current = await load(people.flatMap(({ fields }) => fields.external_id ?? []));
    const changes = people.flatMap((person, at) => {
      const change = planner.take(person, current.get(person.fields.external_id ?? ''));
      if (change) unsettled.note(change.external_id);
      return change && rows + at >= cursor.rows ? change : [];
    });
    rows += people.length;
    for (const record of records) unsettled.check(idOf(record));
    const rowProblems = new Map(records.flatMap(({ row, problems }) => (problems ? [[row, problems]] : [])));
    for (const item of await describeChanges(deps, changes, { rowProblems, groupNames })) await writer.add(item);
    if (work.isEnough()) {
      await work.pause({ rows, leavers: 0 });
      return 'paused';
    }
    if (rows < saved + sizes.reported) await breathe();
    else {
      await save(db, { phase: 'comparing', done: rows });
      saved = rows;
    }
  }
  return rows;
}

async function compareLeavers(work: Work, rows: number): Promise<Leaver[] | 'paused'> {
  const { run, connection, cursor, scope, writer, planner, unsettled } = work;
  const leavers: Leaver[] = [];
  for await (const page of storedPeople(run.deps.db, connection.id, scope.only)) leavers.push(...planner.leave(page));
  for (const { external_id } of leavers) unsettled.note(external_id);
  for (let at = cursor.leavers; at < leavers.length; at += batchPeople) {
    run.signal.throwIfAborted();
    const end = at + batchPeople;
    for (const item of await describeChanges(run.deps, leavers.slice(at, end))) await writer.add(item);
    if (work.isEnough()) {
      await work.pause({ rows, leavers: end });
      return 'paused';
    }
  }
  return leavers;
}

async function sumUp(
  { run: { deps, save }, connection, cursor, scope, writer, planner, unsettled }: Work,
  { rows, leavers }: { rows: number; leavers: readonly Leaver[] },
): Promise<Compared> {
  const { db } = deps;
  const total = await writer.end();
  const saveRows = () => save(db, { phase: 'comparing', done: rows }); // what follows takes long for a million people
  await saveRows();
  const over = { connectionId: connection.id, changeSetId: cursor.change_set_id };
  const found = await findConflicts(db, over);
  await saveRows();
  const { circumstances } = scope;
  const ids = unsettled.ids();
  const ofThese = { counts: planner.counts(), tally: planner.tally(), rows };
  const { counts, tally } = await countAll(db, connection, scope, ofThese);
  return {
    total,
    found,
    settled: circumstances !== undefined && ids ? { circumstances, unsettled: ids } : undefined,
    effect: await saveDirectoryEffect(deps, { ...over, items: total, held: found.held }),
    counts: withHeld(counts, found.held),
    tally: { ...tally, problems: tally.problems + found.conflicts.length },
    largest_removals: largestRemovals(leavers),
  };
}

/** Counts held people as held. */
function withHeld(counted: DirectoryCounts, held: readonly HeldItem[]): Record<string, number> {
  const counts: Record<string, number> = { ...counted };
  for (const { kind } of held) {
    counts[kind] = (counts[kind] ?? 0) - 1;
    counts.conflict = (counts.conflict ?? 0) + 1;
  }
  return counts;
}

const breathe = () => new Promise(setImmediate);

type MapRow = (values: readonly string[]) => MappedRow;

async function mapperOf({ driver, access }: OpenSource, { position, mapping }: CompareCursor): Promise<MapRow> {
  const columns = await driver.describe(access, position);
  const { missing_columns, mapRow } = compileMapping(
    columns,
    mapping,
    driver.groupNames && groupLimits.of_called_person,
  );
  if (missing_columns.length === 0) return mapRow;
  throw new TaskFailed(driver.lacks(missing_columns));
}

function toIncoming(record: SourceRecord, mapRow: MapRow, day: string): IncomingPerson {
  const { row, values, is_another } = record;
  const { fields, problems } = mapRow(values);
  if (record.problems) problems.push({ is: 'of_source' });
  // The planner keeps the id. A slice would keep the longer text in memory too.
  if (fields.external_id !== undefined) fields.external_id = Buffer.from(fields.external_id).toString();
  return {
    row,
    fields,
    problems,
    hash: sourceHash(fields),
    state: personStateOn(fields, day),
    ...(is_another && { is_another }),
  };
}
