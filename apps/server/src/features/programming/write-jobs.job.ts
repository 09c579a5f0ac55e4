import type { OrderedKind } from '@key2xs/contract';
import { DriverError, type KeySystemSession } from '@key2xs/drivers';
import { type Sentence, say } from '@key2xs/texts';
import { sql, type Updateable } from 'kysely';
import { recordEvent } from '#platform/audit/audit';
import { storableJson } from '#platform/database/storable-json';
import type { Caller, Db, Deps, Tx } from '#platform/deps';
import type { JobWork } from '#platform/jobs/job-kind';
import { forgetFailures } from '#platform/jobs/job-rows';
import type { Schema } from '#platform/schema/schema';
import { asProduct } from '#platform/visible-to';
import { doorsOf } from '../cylinders/relation';
import { getKeySystem, withSession } from '../key-systems/service';
import { keysOf } from '../keys/relation';
import { recordJob } from '../recorded/service';
import { requestWorkByHand } from '../work-list/service';
import { recogniseEntered } from './recognise-entered';
import { listWritable, writeJobsJob } from './write-jobs';

/** Orders a piece; each takes one to three calls. */
const ordersAPiece = 50;

type Waiting = {
  id: string;
  state: 'waiting' | 'written';
  kind: OrderedKind;
  job_external_id: string | null;
  is_to_assign: boolean;
  is_to_cancel: boolean;
  version: number;
  cylinder: string | null;
  key: string | null;
  marking: string | null;
  /** External id and marking of who is to carry it. */
  carrier: string | null;
  carrier_marking: string | null;
};

/** Creates, assigns and cancels jobs in one key system; what it refuses of a job stays with that job, for a person to see. */
export const writeJobs = (deps: Deps): JobWork => ({
  name: writeJobsJob,
  async run({ lease, stopping, mayContinue }) {
    const { key: id } = lease.job;
    await prepare(deps, id);
    const waiting = await listWaiting(deps.db, id);
    if (waiting.length === 0) return 'done';
    const row = await getKeySystem(asProduct(deps.db), id); // background work
    const signal = AbortSignal.any([lease.signal, stopping]);
    try {
      await withSession({ deps, signal }, row, async (session) => {
        for (const order of waiting) {
          if (!mayContinue()) return;
          await writeOne({ deps, session, connectionId: id }, order);
          await forgetFailures(deps.db, lease.job); // it has answered
        }
      });
      return 'again';
    } catch (error) {
      const sentence = Object(error).sentence as Sentence | undefined; // of DriverError and TaskFailed
      if (sentence === undefined || signal.aborted) throw error;
      await saveFailure(deps, id, sentence);
      return { failure: error };
    }
  },
});

/** What operators have entered is recognised; what the connection cannot write any more is for them; what waited in vain is refused. */
async function prepare(deps: Deps, connectionId: string): Promise<void> {
  await deps.db.transaction().execute(async (tx) => {
    await recogniseEntered(tx, deps, connectionId);
    if (!(await listWritable(tx, [connectionId])).has(connectionId)) {
      await tx
        .updateTable('programming_order')
        .set({ state: 'to_enter', is_to_assign: false })
        .where('connection_id', '=', connectionId)
        .where('state', '=', 'waiting')
        .execute();
    }
    await requestWorkByHand(tx, [connectionId]);
    await sql`
      update programming_order as ordered set state = 'refused', problem = ${storableJson(say('programming.eventsNotFetched'))}::jsonb
      from programming_work as before
      where ordered.connection_id = ${connectionId} and ordered.state = 'waiting' and before.order_id = ordered.after_id
        and before.stage = 'cancelled'`.execute(tx);
  });
}

/** What can be written now: in the order of ordering, and nothing that waits for another job. */
async function listWaiting(db: Db, connectionId: string): Promise<Waiting[]> {
  if (!(await listWritable(db, [connectionId])).has(connectionId)) return [];
  const product = asProduct(db);
  const { rows } = await sql<Waiting>`
    select ordered.id, ordered.state, ordered.kind, ordered.job_external_id, ordered.is_to_assign, ordered.is_to_cancel,
      ordered.version, cylinder.external_id as cylinder, cylinder.marking, key.external_id as key,
      carrier.external_id as carrier, carrier.marking as carrier_marking
    from programming_order as ordered
    left join ${doorsOf(product)} on cylinder.id = ordered.cylinder_id
    left join ${keysOf(product)} on key.id = ordered.key_id
    left join programming_key as carrier on carrier.id = ordered.programming_key_id
    where ordered.connection_id = ${connectionId}
      and ((ordered.state = 'waiting' and cylinder.id is not null and (ordered.after_id is null or exists (
          select from programming_work as before where before.order_id = ordered.after_id and before.stage = 'done')))
        or (ordered.state = 'written' and (ordered.is_to_assign or ordered.is_to_cancel)))
    order by ordered.is_to_cancel desc, ordered.ordered_at, ordered.id limit ${ordersAPiece}`.execute(db);
  return rows;
}

type At = { deps: Deps; session: KeySystemSession; connectionId: string };

/** Each step is saved before the next, so that one that is refused does not hide that another is done. @throws DriverError */
async function writeOne({ deps, session, connectionId }: At, order: Waiting): Promise<void> {
  const { id, job_external_id, cylinder, key, kind } = order;
  const job = job_external_id === null ? { reference: id } : { external_id: job_external_id };
  const save = (set: Change, seen?: { state: 'pending' | 'assigned' | 'cancelled'; assigned_key: string | null }) =>
    deps.db.transaction().execute(async (tx) => {
      if (seen) await recordJob(tx, connectionId, { job, ...seen });
      await saveStep(tx, deps, order, set);
    });
  if (order.is_to_cancel) {
    const problem = await refusalOf(session.cancelProgrammingJob(job));
    if (problem) return save({ is_to_cancel: false, problem: storableJson(problem) });
    return save({ is_to_cancel: false, state: 'withdrawn', problem: null }, { state: 'cancelled', assigned_key: null });
  }
  if (order.state === 'waiting') {
    const problem = await refusalOf(session.putProgrammingJob({ reference: id, cylinder: cylinder ?? '', key, kind }));
    if (problem) return save({ state: 'refused', problem: storableJson(problem) });
    await save({ state: 'written', problem: null });
  }
  if (!order.is_to_assign) return;
  const problem = await refusalOf(session.assignProgrammingJob(job, order.carrier));
  if (problem) return save({ is_to_assign: false, problem: storableJson(problem) });
  await save(
    { is_to_assign: false, problem: null },
    { state: order.carrier === null ? 'pending' : 'assigned', assigned_key: order.carrier_marking },
  );
}

/** @returns why the key system refuses it; undefined when it is done. @throws DriverError for all other failures */
async function refusalOf(call: Promise<void>): Promise<Sentence | undefined> {
  try {
    await call;
    return undefined;
  } catch (error) {
    if (error instanceof DriverError && (error.kind === 'conflict' || error.kind === 'refused_item'))
      return error.sentence;
    throw error;
  }
}

type Change = Pick<Updateable<Schema['programming_order']>, 'state' | 'is_to_assign' | 'is_to_cancel' | 'problem'>;

/** What people have wanted of it meanwhile stays wanted. One that was withdrawn while it was written is cancelled next. */
async function saveStep(tx: Tx, deps: Deps, order: Waiting, set: Change): Promise<void> {
  const caller: Caller = { actor: undefined, name: 'programming', request_id: null, sign: deps.signEvent };
  const { id, version, kind, marking } = order;
  const { numUpdatedRows } = await tx
    .updateTable('programming_order')
    .set({ ...set, changed_at: deps.clock() })
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst();
  if (numUpdatedRows === 0n && set.state === 'written') {
    await tx
      .updateTable('programming_order')
      .set({ is_to_cancel: sql<boolean>`state = 'withdrawn'`, state: 'written', changed_at: deps.clock() })
      .where('id', '=', id)
      .where('state', 'in', ['waiting', 'withdrawn'])
      .execute();
  }
  const isDone = set.problem === null;
  if (!isDone) return;
  const details = { kind, cylinder: marking, state: set.state ?? 'assigned', programming_key: order.carrier_marking };
  await recordEvent(tx, caller, 'programming_job.written', { id, details });
}

/** The key system could not be reached: all that waits says so, and is tried again. */
async function saveFailure({ db, clock }: Deps, connectionId: string, problem: Sentence): Promise<void> {
  await sql`
    update programming_order set problem = ${storableJson(problem)}::jsonb, changed_at = ${clock()}
    where connection_id = ${connectionId} and (state = 'waiting' or is_to_assign or is_to_cancel)`.execute(db);
}
