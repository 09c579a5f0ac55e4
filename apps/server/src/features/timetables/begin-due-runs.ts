import type { Subject } from '@key2xs/contract';
import { sql } from 'kysely';
import { isOutage } from '#platform/database/database-outage';
import type { Caller, Deps, Tx } from '#platform/deps';
import { AppError } from '#platform/errors';
import { asProduct } from '#platform/visible-to';
import {
  type ConnectionFacts,
  findFacts,
  findTaskStatus,
  listToLookAt,
  moveOn,
  type TimetableRow,
  takeTimetable,
} from './queries';
import { regularNext, statusOf } from './status';

/** Starts one task over a connection in the caller's transaction. @throws AppError when it cannot start */
type BeginTask = (tx: Tx, asking: { deps: Deps; caller: Caller }, id: string) => Promise<{ id: string }>;

/**
 * The tasks of a run by kind of connection, one after the other; each begins once the one before has succeeded. The first only
 * reads; it is the only one until a person has applied a sync.
 */
export type TimetableRuns = Readonly<Record<Subject['table'], readonly [BeginTask, ...BeginTask[]]>>;

/**
 * Starts each due run and advances its timetable in one transaction, so that only one of several processes does. A run that
 * fails is logged and does not affect the others.
 * @returns how many tasks were started
 */
export async function beginDueRuns(deps: Deps, runs: TimetableRuns): Promise<number> {
  const { db, log } = deps;
  let started = 0;
  for (const subject of await listToLookAt(db, await deps.databaseClock(db))) {
    try {
      if (await db.transaction().execute((tx) => lookAt(tx, deps, runs, subject))) started++;
    } catch (error) {
      if (isOutage(error)) throw error;
      log.error({ err: error, ...subject }, 'timetable');
    }
  }
  if (started > 0) deps.jobs.nudge();
  return started;
}

/** @returns whether a task was started */
async function lookAt(tx: Tx, deps: Deps, runs: TimetableRuns, subject: Subject): Promise<boolean> {
  const row = await takeTimetable(tx, subject);
  const facts = row && (await findFacts(asProduct(tx), subject)); // background work
  if (!row || !facts) return false;
  const look: Look = { tx, deps, row, facts, subject, tasks: runs[subject.table], now: await deps.databaseClock(tx) };
  return row.stage === null ? beginIfDue(look) : continueRun(look, row.stage);
}

type Look = {
  tx: Tx;
  deps: Deps;
  row: TimetableRow;
  facts: ConnectionFacts;
  subject: Subject;
  tasks: TimetableRuns[Subject['table']];
  now: Date;
};

async function beginIfDue(look: Look): Promise<boolean> {
  const { tx, row, facts, now } = look;
  const { state, next, begins } = statusOf(row, facts, now);
  if (begins) return begin(look, 0);
  // A due run waits for a running one to end, and for its backoff after failures. In any other state it is skipped.
  if (state === 'running' || (state === 'backing_off' && row.next_run_at !== null)) return false;
  await moveOn(tx, row.subject_id, { next_run_at: next === undefined ? regularNext(row, now) : new Date(next) });
  return false;
}

/** Starts the next task of a run once the one before has ended. */
async function continueRun(look: Look, stage: number): Promise<boolean> {
  const { tx, row, facts, now } = look;
  const status = await findTaskStatus(tx, row.last_task_id);
  if (status === 'PENDING' || status === 'RUNNING') return false;
  const { state } = statusOf({ ...row, stage: null }, { ...facts, is_running: false }, now);
  const mayGoOn = state === 'scheduled' || state === 'backing_off';
  if (status === 'SUCCESS' && mayGoOn) return !facts.is_running && begin(look, stage + 1);
  await moveOn(tx, row.subject_id, { stage: null });
  return false;
}

async function begin(look: Look, stage: number): Promise<boolean> {
  const { tx, deps, row, facts, tasks, now } = look;
  const beginTask = tasks[stage];
  if (!beginTask) return false;
  const caller: Caller = { actor: undefined, name: 'timetable', request_id: null, sign: deps.signEvent };
  const started = await orRefused(tx, () => beginTask(tx, { deps, caller }, row.subject_id));
  const next = { next_run_at: regularNext(row, now) };
  if (started instanceof AppError) {
    if (started.code === 'sync_in_progress') return false; // another start was faster: it waits
    await moveOn(tx, row.subject_id, { ...next, stage: null, refusal: JSON.stringify(started.detail) });
    return false;
  }
  await moveOn(tx, row.subject_id, {
    ...(stage === 0 && { ...next, ...unpaused, last_run_at: now }),
    last_task_id: started.id,
    stage: facts.may_write && stage + 1 < tasks.length ? stage : null,
    refusal: null,
  });
  return true;
}

/** It runs again, so a pause that had an end is over. */
const unpaused = { paused_at: null, paused_until: null, paused_by: null, pause_reason: null };

/** Rolls back what was written before a refusal. */
async function orRefused<T>(tx: Tx, work: () => Promise<T>): Promise<T | AppError> {
  await sql`savepoint a_run`.execute(tx);
  try {
    const result = await work();
    await sql`release savepoint a_run`.execute(tx);
    return result;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    await sql`rollback to savepoint a_run`.execute(tx);
    return error;
  }
}
