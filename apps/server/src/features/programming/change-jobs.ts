import type { AuditAction } from '@key2xs/contract';
import { type Sentence, say } from '@key2xs/texts';
import type { Updateable } from 'kysely';
import { recordEvents } from '#platform/audit/audit';
import type { Tx } from '#platform/deps';
import { AppError, notFound } from '#platform/errors';
import type { Schema } from '#platform/schema/schema';
import { requestWorkByHand } from '../work-list/service';
import { type HeldJob, holdJobs } from './hold-jobs';
import type { Desk } from './order-jobs';
import { requestWrites } from './write-jobs';

type Target = { id: string; version: number };
type Set = Updateable<Schema['programming_order']>;
/** What becomes of a job, or why nothing does. */
type Move = { set: Set } | { refusal: Sentence };

const isOrderable = (kind: string) => kind !== 'change_group';

/** @throws AppError not_found, conflict, version_conflict */
export function assignJobs(
  desk: Desk,
  { assignments }: { assignments: readonly { programming_key_id: string | null; jobs: readonly Target[] }[] },
): Promise<{ changed: number }> {
  return inTransaction(desk, async (tx) => {
    const carriers = await listCarriers(
      tx,
      assignments.flatMap(({ programming_key_id }) => programming_key_id ?? []),
    );
    const carrierOf = new Map(
      assignments.flatMap(({ programming_key_id, jobs }) => jobs.map(({ id }) => [id, programming_key_id] as const)),
    );
    const named = assignments.flatMap(({ jobs }) => jobs);
    const held = await holdJobs(tx, desk, named);
    return change(tx, desk, {
      action: 'programming_job.assigned',
      moves: held.map((job, at) => {
        const id = carrierOf.get(named[at]?.id ?? '') ?? null;
        const carrier = id === null ? null : carriers.get(id);
        if (carrier === undefined) throw notFound('programming_key');
        return { job, move: assign(job, carrier), details: { programming_key: carrier?.marking ?? null } };
      }),
    });
  });
}

type Carrier = { id: string; connection_id: string; marking: string };

async function listCarriers(tx: Tx, ids: readonly string[]): Promise<ReadonlyMap<string, Carrier>> {
  const rows = await tx
    .selectFrom('programming_key')
    .select(['id', 'connection_id', 'marking'])
    .where('id', '=', (q) => q.fn.any(q.val(ids)))
    .where('deleted_at', 'is', null)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

function assign(job: HeldJob, carrier: Carrier | null): Move {
  const { cylinder } = job;
  if (carrier && carrier.connection_id !== job.connection_id) {
    return { refusal: say('programming.otherCarrier', { programmingKey: carrier.marking, cylinder }) };
  }
  const refusal = findStanding(job);
  if (refusal) return { refusal };
  if (job.state === 'to_enter' || job.is_gone) return { refusal: say('programming.notThere', { cylinder }) };
  if (!job.isWritable) return { refusal: say('programming.notWritable', { cylinder }) };
  return { set: { programming_key_id: carrier?.id ?? null, is_to_assign: true, problem: null } };
}

/** Why a job can be changed no more. */
function findStanding({ stage, cylinder, assigned_key, is_to_cancel }: HeldJob): Sentence | undefined {
  if (stage === 'done') return say('programming.done', { cylinder });
  if (stage === 'cancelled') return say('programming.cancelled', { cylinder });
  if (stage === 'loaded_on_key') {
    return say('programming.carried', { cylinder, programmingKey: assigned_key ?? '' });
  }
  return is_to_cancel ? say('programming.cancelling', { cylinder }) : undefined;
}

/** @throws AppError not_found, conflict for jobs that are done or carried already, version_conflict */
export function cancelJobs(
  desk: Desk,
  { jobs, reason }: { jobs: readonly Target[]; reason?: string | undefined },
): Promise<{ changed: number }> {
  return inTransaction(desk, async (tx) =>
    change(tx, desk, {
      action: 'programming_job.cancelled',
      moves: (await holdJobs(tx, desk, jobs)).map((job) => ({
        job,
        move: cancel(job),
        details: reason ? { reason } : {},
      })),
    }),
  );
}

function cancel(job: HeldJob): Move {
  const withdrawn: Set = { state: 'withdrawn', is_to_assign: false, problem: null };
  const isThere = job.job_external_id !== null || job.state === 'written';
  if (job.is_gone || (!isThere && job.state !== 'withdrawn')) return { set: withdrawn };
  const refusal = findStanding(job);
  if (refusal) return { refusal };
  if (!job.isWritable) return { refusal: say('programming.notWritable', { cylinder: job.cylinder }) };
  return { set: { is_to_cancel: true, is_to_assign: false, problem: null } };
}

/**
 * Withdraws orders in the caller's transaction: those not written yet at once, others through the key system. What is done, or carried by
 * a programming key, stays. Nudge `deps.jobs` after the commit.
 * @returns the orders that stay, each with why
 * @throws AppError not_found outside the caller's scope
 */
export async function withdrawOrders(
  tx: Tx,
  desk: Desk,
  { ids, reason }: { ids: readonly string[]; reason: string },
): Promise<{ id: string; refusal: Sentence }[]> {
  const held = await holdJobs(
    tx,
    desk,
    ids.map((id) => ({ id })),
  );
  const moves = held.map((job) => ({ job, move: cancel(job), details: { reason } }));
  await change(tx, desk, { action: 'programming_job.cancelled', moves: moves.filter(({ move }) => 'set' in move) });
  return moves.flatMap(({ job: { id }, move }) => ('refusal' in move ? [{ id, refusal: move.refusal }] : []));
}

/** @throws AppError not_found, conflict, version_conflict */
export function retryJobs(desk: Desk, { jobs }: { jobs: readonly Target[] }): Promise<{ changed: number }> {
  return inTransaction(desk, async (tx) => {
    const held = await holdJobs(tx, desk, jobs);
    const carriers = await findCarriers(tx, held);
    return change(tx, desk, {
      action: 'programming_job.retried',
      moves: held.map((job) => ({ job, move: retry(job, carriers), details: {} })),
    });
  });
}

/** By connection and marking, who had the jobs that failed. */
async function findCarriers(tx: Tx, held: readonly HeldJob[]): Promise<ReadonlyMap<string, string>> {
  const markings = held.flatMap(({ assigned_key }) => assigned_key ?? []);
  const rows = await tx
    .selectFrom('programming_key')
    .select(['id', 'connection_id', 'marking'])
    .where('marking', '=', (q) => q.fn.any(q.val(markings)))
    .where('deleted_at', 'is', null)
    .execute();
  return new Map(rows.map(({ id, connection_id, marking }) => [`${connection_id} ${marking}`, id]));
}

function retry(job: HeldJob, carriers: ReadonlyMap<string, string>): Move {
  const { cylinder, stage, state } = job;
  const isRefused = stage === 'to_write' && (state === 'refused' || state === 'to_enter');
  if (!isRefused && stage !== 'failed') return { refusal: say('programming.nothingToRetry', { cylinder }) };
  if (job.is_to_cancel) return { refusal: say('programming.cancelling', { cylinder }) };
  if (!job.isWritable) return { refusal: say('programming.notWritable', { cylinder }) };
  if (isRefused) return { set: { state: 'waiting', problem: null } };
  if (job.is_gone) {
    if (job.cylinder_id === null || !isOrderable(job.kind))
      return { refusal: say('programming.notThere', { cylinder }) };
    return { set: { state: 'waiting', problem: null, job_external_id: null } };
  }
  const carrier = carriers.get(`${job.connection_id} ${job.assigned_key}`) ?? job.programming_key_id;
  return { set: { is_to_assign: true, programming_key_id: carrier, problem: null } };
}

/** @throws AppError not_found, conflict for jobs that no one has to enter, version_conflict */
export function tickJobs(
  desk: Desk,
  { jobs, is_entered }: { jobs: readonly Target[]; is_entered: boolean },
): Promise<{ changed: number }> {
  return inTransaction(desk, async (tx) =>
    change(tx, desk, {
      action: 'programming_job.entered',
      moves: (await holdJobs(tx, desk, jobs)).map((job) => ({
        job,
        move: tick(job, is_entered),
        details: { is_entered },
      })),
    }),
  );
}

function tick({ state, cylinder, job_external_id }: HeldJob, isEntered: boolean): Move {
  if (state !== (isEntered ? 'to_enter' : 'entered') || job_external_id !== null) {
    return { refusal: say('programming.notToEnter', { cylinder }) };
  }
  return { set: { state: isEntered ? 'entered' : 'to_enter' } };
}

async function inTransaction<T>({ deps }: Desk, act: (tx: Tx) => Promise<T>): Promise<T> {
  const done = await deps.db.transaction().execute(act);
  deps.jobs.nudge();
  return done;
}

type Changing = {
  action: AuditAction;
  moves: readonly { job: HeldJob; move: Move; details: Record<string, unknown> }[];
};

/** All of it or nothing. @throws AppError conflict */
async function change(tx: Tx, { deps, caller }: Desk, { action, moves }: Changing): Promise<{ changed: number }> {
  const sets = moves.map(({ job, move }) => {
    if ('refusal' in move) throw new AppError('conflict', move.refusal);
    return { job, set: move.set };
  });
  const alike = Map.groupBy(sets, ({ set }) => JSON.stringify(set));
  for (const group of alike.values()) {
    const ids = group.map(({ job }) => job.id);
    await tx
      .updateTable('programming_order')
      .set((q) => ({ ...group[0]?.set, version: q('version', '+', 1), changed_at: deps.clock() }))
      .where('id', '=', (q) => q.fn.any(q.val(ids)))
      .execute();
  }
  await recordEvents(
    tx,
    caller,
    action,
    moves.map(({ job, details }) => ({ id: job.id, details: { kind: job.kind, cylinder: job.cylinder, ...details } })),
  );
  const toWrite = sets.filter(
    ({ set }) => set.state === 'waiting' || set.is_to_assign === true || set.is_to_cancel === true,
  );
  await requestWorkByHand(
    tx,
    moves.map(({ job }) => job.connection_id),
  );
  await requestWrites(
    tx,
    toWrite.map(({ job }) => job.connection_id),
  );
  return { changed: moves.length };
}
