import type { GeneratorPayload, GeneratorSettings } from '@key2xs/contract';
import { say } from '@key2xs/texts';
import { sql } from 'kysely';
import { recordEvent } from '#platform/audit/audit';
import type { Caller, Deps, Tx } from '#platform/deps';
import { AppError, notFound } from '#platform/errors';
import { readRow } from '#platform/list/read-some';
import { asCaller, type Reader, sees } from '#platform/visible-to';
import { getConnection } from '../key-systems/service';
import { getKeyPlan } from '../plans/service';
import { listSystems } from '../recorded/service';
import { cancelTaskIn, deleteTasks, startTask } from '../tasks/service';
import { deleteRuns } from './forget-runs';
import { abandonRun } from './generator-step';
import { appendEvents, runOfEvent } from './run-events';
import { findRun, lockRun } from './run-queries';
import { runSource } from './run-source';

export { abandonRun } from './generator-step';

type Starting = { deps: Deps; caller: Caller };

/** With more, a run would wait for hours. */
const maxUnfinished = 50;
/** The same input gives the same plan, unless asked otherwise. */
const standardSeed = 1;

/** @throws AppError not_found */
export async function getRun(reader: Reader, id: string) {
  const row = await readRow(reader, runSource, id);
  if (!row) throw notFound('generator_run');
  return row;
}

/**
 * Starts a run: its task reads and calculates.
 * @returns its id
 * @throws AppError not_found, forbidden, overloaded
 */
export async function startRun({ deps, caller }: Starting, settings: GeneratorSettings): Promise<string> {
  const id = await deps.db.transaction().execute((tx) => insertRun(tx, { deps, caller }, settings));
  deps.jobs.nudge();
  return id;
}

type Opening = { payload: GeneratorPayload; lastEventId: string | undefined };

/**
 * The run that a stream is about, and the event after which it goes on: the run of the last event received, the one that is
 * named, or a new one. A reader that comes back before any event was received gets the run that it has started.
 * @throws AppError not_found, forbidden, overloaded
 */
export async function openRun(
  { deps, caller }: Starting,
  { payload, lastEventId }: Opening,
): Promise<{ runId: string; after: string }> {
  const named = 'run_id' in payload ? payload.run_id : undefined;
  const after = /^\d{1,18}$/.test(lastEventId ?? '') ? (lastEventId ?? '0') : '0';
  const known = after === '0' ? named : (named ?? (await runOfEvent(deps.db, after)));
  if (known !== undefined) {
    if (!(await findRun(deps.db, known))) throw notFound('generator_run');
    return { runId: known, after };
  }
  if (lastEventId || 'run_id' in payload) throw notFound('generator_run');
  refuseReaders(caller);
  const runId = await deps.db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext(${`generator ${caller.name}`}))`.execute(tx);
    return (await findSame(tx, caller, payload)) ?? insertRun(tx, { deps, caller }, payload);
  });
  deps.jobs.nudge();
  return { runId, after };
}

/** A stream is opened by a GET, which the common checks take for reading. */
function refuseReaders({ actor }: Caller): void {
  if (actor?.acting?.as === 'view') throw new AppError('forbidden', say('administrator.viewOnly'));
  if (actor?.proof.kind === 'token' && actor.proof.is_read_only)
    throw new AppError('forbidden', say('apiToken.readOnly'));
}

async function findSame(tx: Tx, { name }: Caller, settings: GeneratorSettings): Promise<string | undefined> {
  const same = await tx
    .selectFrom('generator_run')
    .select('id')
    .where('started_by', '=', name)
    .where('status', 'in', ['waiting', 'running'])
    .where(sql<boolean>`settings = ${JSON.stringify(settings)}::jsonb`)
    .executeTakeFirst();
  return same?.id;
}

async function insertRun(tx: Tx, { deps, caller }: Starting, settings: GeneratorSettings): Promise<string> {
  await refuseTooMany(tx);
  const id = deps.newId();
  const name = await nameOf(tx, caller, settings);
  const { previous_run_id } = settings;
  if (previous_run_id !== null && !(await findRun(tx, previous_run_id))) throw notFound('generator_run');
  await tx
    .insertInto('generator_run')
    .values({
      id,
      name,
      settings: JSON.stringify(settings),
      seed: settings.seed ?? standardSeed,
      started_by: caller.name,
      created_at: deps.clock(),
    })
    .execute();
  const task = await startTask(tx, deps, caller, { kind: 'generator', subject_id: id });
  await tx.updateTable('generator_run').set({ task_id: task.id }).where('id', '=', id).execute();
  const status = { run_id: id, status: 'waiting', phase: null, done: 0, total: 0, input: null } as const;
  await appendEvents(tx, id, [{ event: 'status', data: status }]);
  await recordEvent(tx, caller, 'generator_run.started', { id, details: { name, settings } });
  return id;
}

async function refuseTooMany(tx: Tx): Promise<void> {
  const { count } = await tx
    .selectFrom('generator_run')
    .select((q) => q.fn.countAll<string>().as('count'))
    .where('status', 'in', ['waiting', 'running'])
    .executeTakeFirstOrThrow();
  if (Number(count) >= maxUnfinished)
    throw new AppError('overloaded', say('generator.tooMany', { count: maxUnfinished }), { retry_after: 60 });
}

const maxName = 200;

/** What the run reads. @throws AppError not_found, forbidden */
async function nameOf(tx: Tx, caller: Caller, { source }: GeneratorSettings): Promise<string> {
  const reader = asCaller(tx, caller);
  if (source.kind === 'plan') return (await getKeyPlan(reader, source.keyplan_id)).name;
  if (source.kind === 'locking_plan' && !sees(reader.viewer, 'locking_plans'))
    throw new AppError('forbidden', say('request.forbidden'));
  if (source.key_system_connection_id !== null)
    return (await getConnection(reader, source.key_system_connection_id)).name;
  const names = (await listSystems(tx)).map(({ name }) => name).join(', ');
  return names.length > maxName ? `${names.slice(0, maxName - 1)}…` : names;
}

/**
 * Stops a run: one that calculates ends with what it has found, one that waits ends at once. One that has ended stays as it is.
 * @throws AppError not_found
 */
export async function stopRun({ deps, caller }: Starting, id: string): Promise<void> {
  await deps.db.transaction().execute(async (tx) => {
    const run = await lockRun(tx, id);
    if (!run) throw notFound('generator_run');
    await recordEvent(tx, caller, 'generator_run.stopped', { id, details: { name: run.name, status: run.status } });
    if (run.status === 'running')
      await tx.updateTable('generator_run').set({ is_stop_requested: true }).where('id', '=', id).execute();
    if (run.status === 'waiting' && run.task_id) await cancelTaskIn(tx, deps, caller, run.task_id, abandonRun(deps));
  });
}

/** @throws AppError not_found; conflict while it has not ended */
export async function removeRun({ deps, caller }: Starting, id: string): Promise<void> {
  await deps.db.transaction().execute(async (tx) => {
    const run = await lockRun(tx, id);
    if (!run) throw notFound('generator_run');
    if (run.status === 'waiting' || run.status === 'running')
      throw new AppError('conflict', say('generator.stopFirst'));
    await deleteTasks(tx, id);
    await deleteRuns(tx, [id]);
    await recordEvent(tx, caller, 'generator_run.deleted', { id, details: { name: run.name } });
  });
}
