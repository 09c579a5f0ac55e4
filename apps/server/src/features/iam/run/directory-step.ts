import { DriverError, SourceThrottled, SourceUnreadable } from '@key2xs/drivers';
import { say } from '@key2xs/texts';
import { noteSourceEvent } from '#features/source-events/service';
import type { Tx } from '#platform/deps';
import { notFound } from '#platform/errors';
import { isLasting } from '#platform/jobs/is-lasting';
import type { ChangeSetRow } from '#platform/schema/schema';
import { SecretUnreadable } from '#platform/secrets/secrets';
import {
  changeSetOf,
  closeChangeSet,
  countMoved,
  openChangeSet,
  resultOf,
  resumeChangeSet,
  saveApplied,
} from '../../change-sets/service';
import { type StepResult, TaskFailed, type TaskRun } from '../../tasks/service';
import { settle } from '../called/needs-compare';
import { ReadingCursor, readPerson, readSource } from '../called/read-source';
import { saveConflicts, saveParked } from '../conflicts/save-conflicts';
import { compareDates } from '../dates/compare-dates';
import { mappingOf } from '../mapping-of';
import { type OpenSource, openSource, withIdentity } from '../open-source';
import { findStoredConnection, type StoredConnection } from '../queries';
import { findInChangeSet } from '../renames/find-in-change-set';
import { renameGroups } from './apply-groups';
import { applyPeople } from './apply-people';
import { CompareCursor, compareSource, type StepSizes } from './compare-source';
import { findComparisonScope } from './comparison-scope';
import { todayOf } from './day-of-source';

/** A step takes well under a second, or some on a slow machine, and a killed worker repeats little. */
const usualSizes: StepSizes = { compared: 50_000, reported: 2_500, applied: 2_000 };

/** Compares the source with the stored people, runs the guards, and applies in chunks. */
export async function directoryStep(run: TaskRun, sizes = usualSizes): Promise<StepResult> {
  const { deps, task } = run;
  const connection = await findStoredConnection(deps.db, task.subject_id);
  if (!connection) throw notFound('identity_source');
  const changeSet = await changeSetOf(deps.db, task);
  if (!changeSet && task.run_kind === 'dates') return computeDates(run, connection);
  if (!changeSet) return compute(run, connection, sizes).catch(asTaskFailure);
  return changeSet.state === 'applying'
    ? applyChunk(run, connection, { changeSet, items: sizes.applied })
    : resultOf(changeSet);
}

async function compute(run: TaskRun, connection: StoredConnection, sizes: StepSizes): Promise<StepResult> {
  const { deps, save } = run;
  const source = await openSource(deps, connection, run.signal, run.task.mapping);
  const begun = await resume(run);
  const reading = begun ? 'done' : await readCalled(run, source);
  if (reading !== 'done') return reading;
  const { changeSet, cursor } = begun ?? (await begin(run, connection, source));
  const summary = await compareSource(run, { connection, source, cursor, sizes });
  if (!summary) return 'again';
  const { id: taskId, dry_run } = run.task;
  const of = { connectionId: connection.id, changeSetId: changeSet.id, taskId, isPreview: dry_run };
  const renames = await findInChangeSet(deps, of);
  // Renames are decided first. People who move with one are counted in the next comparison.
  const moved = renames.stopped.length > 0 ? 0 : await countMoved(deps.db, changeSet.id);
  const tally = { ...summary.tally, moved: { people: moved, of: summary.effect.people_before } };
  const closed = await deps.db.transaction().execute(async (tx) => {
    await renames.save(tx);
    const row = await closeChangeSet(tx, run, changeSet, { ...summary, tally, stopped: renames.stopped });
    const { found } = summary;
    const { dry_run: isPreview, run_kind, run_person } = run.task;
    const only = run_kind === 'single' ? (run_person ?? undefined) : undefined;
    const over = { connectionId: connection.id, changeSetId: row.id, isPreview, only };
    await saveConflicts(tx, deps, over, found);
    await saveParked(tx, over);
    const isFinal = !isPreview && only === undefined && row.state !== 'quarantined';
    if (source.called && isFinal) await settle(tx, connection.id, summary.settled);
    if (!run.task.dry_run && row.state === 'applied') await renameGroups(tx, connection.id);
    await save(tx, { phase: row.state === 'applying' ? 'applying' : 'guarding', change_set_id: row.id });
    return row;
  });
  return resultOf(closed);
}

/** Reads nothing: who starts and ends follows from stored dates. Starts over after an interruption. */
async function computeDates(run: TaskRun, connection: StoredConnection): Promise<StepResult> {
  const { db } = run.deps;
  const changeSet = await db.transaction().execute(async (tx) => {
    await run.save(tx, { phase: 'comparing', done: 0 });
    return openChangeSet(tx, run, 'directory');
  });
  const summary = await compareDates(run.deps, { connection, changeSetId: changeSet.id });
  return resultOf(
    await db.transaction().execute(async (tx) => {
      const row = await closeChangeSet(tx, run, changeSet, summary);
      await run.save(tx, { phase: row.state === 'applying' ? 'applying' : 'guarding', change_set_id: row.id });
      return row;
    }),
  );
}

type Read = 'done' | 'again' | { resume_at: Date };

/** Reads a source that is called into its copy, once for a run. */
async function readCalled(run: TaskRun, { called }: OpenSource): Promise<Read> {
  const { task } = run;
  if (task.run_kind === 'preview') return 'done';
  if (!called || ReadingCursor.safeParse(task.cursor).data?.reading === 'done') return 'done';
  if (task.run_kind !== 'single') return noteThrottled(run, await readSource({ run, called }));
  try {
    await readPerson({ run, called }, task.run_person ?? '');
    return 'done';
  } catch (error) {
    if (error instanceof SourceThrottled) return noteThrottled(run, { resume_at: error.until });
    throw error;
  }
}

/** Reports a pause that the source asks for once. */
async function noteThrottled({ deps, task }: TaskRun, read: Read): Promise<Read> {
  if (typeof read === 'string') return read;
  const until = read.resume_at.toISOString();
  await noteSourceEvent(deps.db, {
    connection_id: task.subject_id,
    kind: 'throttled',
    sentence: say('sourceEvent.throttled', { time: until.slice(11, 16) }),
    once: `${task.id} ${until}`,
  });
  return read;
}

type Begun = { changeSet: ChangeSetRow; cursor: CompareCursor };

async function begin(run: TaskRun, connection: StoredConnection, source: OpenSource): Promise<Begun> {
  const { deps, save } = run;
  const { position, people } = await source.driver.probe(source.access);
  const mapping = withIdentity(source, run.task.mapping ?? mappingOf(connection));
  const of = { mapping, day: await todayOf(deps, connection.id) };
  const { only } = await findComparisonScope(run, source, of);
  const changeSet = await deps.db.transaction().execute(async (tx) => {
    await save(tx, { phase: 'reading', done: 0, total: only?.length ?? people ?? 0 });
    if (source.called && !only) await settle(tx, connection.id, undefined); // until all people have been compared
    return openChangeSet(tx, run, 'directory');
  });
  const at = { ...of, position, rows: 0, leavers: 0, items: 0 };
  return { changeSet, cursor: { change_set_id: changeSet.id, ...at } };
}

/** @returns undefined when no comparison has started */
async function resume({ deps, task, save }: TaskRun): Promise<Begun | undefined> {
  const { data: cursor } = CompareCursor.safeParse(task.cursor);
  if (!cursor) return undefined;
  const changeSet = await deps.db.transaction().execute(async (tx) => {
    await save(tx, { phase: 'comparing' });
    return resumeChangeSet(tx, cursor.change_set_id, cursor.items);
  });
  return changeSet && { changeSet, cursor };
}

function asTaskFailure(error: unknown): never {
  if (error instanceof SourceUnreadable || error instanceof SecretUnreadable) {
    throw new TaskFailed(error.sentence, { cause: error });
  }
  throw error instanceof DriverError && isLasting(error) ? new TaskFailed(error.sentence, { cause: error }) : error;
}

type Chunk = { changeSet: ChangeSetRow; items: number };

async function applyChunk(
  run: TaskRun,
  connection: StoredConnection,
  { changeSet, items }: Chunk,
): Promise<StepResult> {
  const { deps, save } = run;
  const from = changeSet.applied;
  const to = Math.min(from + items, changeSet.total);
  await deps.db.transaction().execute(async (tx) => {
    await save(tx, { phase: 'applying', done: to, total: changeSet.total });
    const isLast = to === changeSet.total;
    await applyPeople(tx, deps, { changeSetId: changeSet.id, connection, from, to, isLast });
    if (isLast) await renameGroups(tx, connection.id);
    await countChange(tx, connection.id);
    await saveApplied(tx, run, changeSet, { to });
  });
  return to < changeSet.total ? 'again' : { outcome: 'applied', counts: changeSet.counts, failed: 0 };
}

/** With each chunk, not only the last, because each makes earlier change sets stale. */
async function countChange(tx: Tx, connectionId: string): Promise<void> {
  await tx
    .updateTable('iam_connection')
    .set((q) => ({ directory_version: q('directory_version', '+', '1') }))
    .where('id', '=', connectionId)
    .execute();
}
