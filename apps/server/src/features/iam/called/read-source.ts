import { CursorExpired, DriverError, SourceThrottled, SourceUnreadable } from '@key2xs/drivers';
import { say } from '@key2xs/texts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Deps } from '#platform/deps';
import type { TaskRun } from '../../tasks/service';
import type { CalledSource } from '../open-source';
import { markForComparison } from './needs-compare';
import {
  beginReading,
  type CopyRow,
  endReading,
  findCopy,
  hasAttributes,
  notePage,
  saveCursor,
} from './replica-queries';
import { savePage, storedId } from './save-page';
import { saveListed } from './unlisted';

/** Progress of a reading task: whether it is done, people so far, and how often it restarted. */
export const ReadingCursor = z.object({
  reading: z.enum(['begun', 'done']),
  people: z.int(),
  restarts: z.int().optional(),
});
export type ReadingCursor = z.infer<typeof ReadingCursor>;

const dayMs = 86_400_000;
const fullEveryDays = 7;
/** A source with more pages never ends. */
const maxPages = 20_000;
/** Per task. A source whose cursors expire before the last page can never be read. */
const maxRestarts = 3;
/** Per step; takes far less than the timeout of a step unless the source is slow. */
const pagesAStep = 20;
const stepMs = 8_000;

type Reading = { run: TaskRun; called: CalledSource };

/**
 * Reads pages into the replica, each with its cursor in one transaction, so that a worker that takes over resumes where the
 * last page ended. A cursor that has expired begins a full reading in the same run.
 * @returns 'again' while there is more, or when the source wants to be left alone, until then
 * @throws SourceUnreadable for a source that never ends
 */
export async function readSource(reading: Reading): Promise<'done' | 'again' | { resume_at: Date }> {
  const { task, deps } = reading.run;
  const endsAt = performance.now() + stepMs;
  let copy = await resumeOrBegin(reading);
  for (let page = 0; page < pagesAStep && performance.now() < endsAt; page++) {
    reading.run.signal.throwIfAborted();
    try {
      copy = await readPage(reading, copy);
    } catch (error) {
      if (error instanceof SourceThrottled) return { resume_at: error.until };
      if (!(error instanceof CursorExpired) || copy.cursor === null) throw error;
      copy = await restart(reading);
    }
    if (copy.is_whole) return retryParked(reading);
  }
  deps.log.debug({ task_id: task.id, pages: copy.pages }, 'source is read on');
  return 'again';
}

/** The reading of this task, or a new one: of everything where that is due. */
async function resumeOrBegin(reading: Reading): Promise<CopyRow> {
  const { run, called } = reading;
  const copy = await findCopy(run.deps.db, called.access.connectionId);
  if (copy && copy.task_id === run.task.id && !copy.is_whole) return copy;
  return begin(reading, { isFull: isFullDue(run, called, copy) });
}

function isFullDue({ deps, task }: TaskRun, { access }: CalledSource, copy: CopyRow | undefined): boolean {
  if (!copy?.full_read_at || copy.cursor === null || task.run_kind === 'full') return true;
  if (copy.is_full && !copy.is_whole) return true; // an unfinished one does not show who is gone
  if (!hasAttributes(copy, access.attributes)) return true;
  return deps.clock().getTime() - copy.full_read_at.getTime() >= fullEveryDays * dayMs;
}

function restart(reading: Reading): Promise<CopyRow> {
  const restarts = progressOf(reading.run).restarts + 1;
  if (restarts > maxRestarts) throw neverEnds();
  return begin(reading, { isFull: true, restarts });
}

type Beginning = { isFull: boolean; restarts?: number };

const begin = ({ run, called }: Reading, { isFull, restarts = 0 }: Beginning): Promise<CopyRow> =>
  run.deps.db.transaction().execute(async (tx) => {
    const { connectionId, attributes } = called.access;
    const copy = await beginReading(tx, { connectionId, taskId: run.task.id, isFull, attributes });
    await run.save(tx, { phase: 'reading', done: 0, total: 0, cursor: { reading: 'begun', people: 0, restarts } });
    return copy;
  });

function progressOf({ task }: TaskRun): Required<ReadingCursor> {
  const { data } = ReadingCursor.safeParse(task.cursor);
  return { reading: 'begun', people: 0, restarts: 0, ...data };
}

async function readPage({ run, called }: Reading, before: CopyRow): Promise<CopyRow> {
  const { driver, access } = called;
  const page = await driver.readPage(access, before.cursor ?? undefined);
  return run.deps.db.transaction().execute(async (tx) => {
    const { cursor } = page;
    const isEnd = 'end' in cursor;
    const soFar = progressOf(run);
    const done = soFar.people + page.people.length;
    await run.save(tx, {
      phase: 'reading',
      done,
      cursor: { ...soFar, reading: isEnd ? 'done' : 'begun', people: done },
    });
    const listed = await savePage(tx, before, page);
    if (before.is_full) await saveListed(tx, access.connectionId, listed);
    if (!isEnd && !(await notePage(tx, access.connectionId, cursor.more))) throw neverEnds();
    const copy = await saveCursor(tx, before, isEnd ? cursor.end : cursor.more);
    if (!isEnd && copy.pages >= maxPages) throw neverEnds();
    return isEnd ? endReading(tx, copy) : copy;
  });
}

const maxRetried = 20;

/** Retries people who could not be imported, where due. One that cannot be read does not stop the others. */
async function retryParked({ run, called }: Reading): Promise<'done'> {
  const { deps, signal } = run;
  const due = await deps.db
    .selectFrom('parked_person')
    .select('external_id')
    .where('connection_id', '=', called.access.connectionId)
    .where('next_try_at', '<=', sql<Date>`now()`)
    .orderBy('next_try_at')
    .limit(maxRetried)
    .execute();
  for (const { external_id } of due) {
    await readPerson({ run, called }, external_id).catch((error: unknown) => {
      if (signal.aborted || !(error instanceof DriverError || error instanceof SourceThrottled)) throw error;
    });
  }
  return 'done';
}

const neverEnds = () => new SourceUnreadable(say('source.neverEnds'));

/** Reads one person into the replica. The reading of the others is not touched. */
export async function readPerson({ run, called }: Reading, id: string): Promise<void> {
  const { driver, access } = called;
  const listed = await driver.readPerson(access, id);
  await run.deps.db.transaction().execute(async (tx) => {
    const copy = await findCopy(tx, access.connectionId);
    if (!copy?.full_read_at || !copy.is_whole) throw new SourceUnreadable(say('source.notReadYet'));
    await savePage(tx, copy, { people: [listed], groups: [] });
    await markForComparison(tx, copy.connection_id, [storedId(listed.id)]); // compared alone, possibly with another mapping
    await touch(tx, copy);
    await run.save(tx, {
      phase: 'reading',
      done: 1,
      total: 1,
      cursor: { ...progressOf(run), reading: 'done', people: 1 },
    });
  });
}

const touch = (db: Deps['db'], { connection_id }: CopyRow) =>
  db
    .updateTable('source_copy')
    .set((q) => ({ version: q('version', '+', '1') }))
    .where('connection_id', '=', connection_id)
    .execute();
