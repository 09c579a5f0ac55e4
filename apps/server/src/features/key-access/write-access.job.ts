import { DriverError, type KeySystemSession } from '@key2xs/drivers';
import type { Sentence } from '@key2xs/texts';
import { sql } from 'kysely';
import { recordEvent } from '#platform/audit/audit';
import { storableJson } from '#platform/database/storable-json';
import type { Caller, Db, Deps } from '#platform/deps';
import type { JobWork } from '#platform/jobs/job-kind';
import { forgetFailures } from '#platform/jobs/job-rows';
import { asProduct } from '#platform/visible-to';
import { getKeySystem, withSession } from '../key-systems/service';
import { keysOf } from '../keys/relation';
import { recordKeyAccess } from '../recorded/service';
import { requestWorkByHand } from '../work-list/service';
import { writeKeyAccessJob } from './service';

/** Keys a piece; each takes one call. */
const keysAPiece = 100;

type Waiting = {
  id: string;
  key_id: string;
  external_id: string;
  marking: string;
  cylinders: string[];
  groups: string[];
};

/** Writes into one key system what was ordered; what it refuses of a key is for an operator, with its words. */
export const writeKeyAccess = (deps: Deps): JobWork => ({
  name: writeKeyAccessJob,
  async run({ lease, stopping, mayContinue }) {
    const { key: id } = lease.job;
    const waiting = await listWaiting(deps.db, id);
    if (waiting.length === 0) return 'done';
    const row = await getKeySystem(asProduct(deps.db), id); // background work
    const signal = AbortSignal.any([lease.signal, stopping]);
    try {
      await withSession({ deps, signal }, row, async (session) => {
        for (const order of waiting) {
          if (!mayContinue()) return;
          await saveOutcome(deps, { connection_id: id, order, problem: await writeOne(session, order) });
          await forgetFailures(deps.db, lease.job); // it has answered
        }
      });
      return 'again';
    } catch (error) {
      const sentence = Object(error).sentence as Sentence | undefined; // of DriverError and TaskFailed
      if (sentence === undefined || signal.aborted) throw error;
      await saveFailure(deps.db, waiting, sentence);
      return { failure: error };
    }
  },
});

async function listWaiting(db: Db, connectionId: string): Promise<Waiting[]> {
  const { rows } = await sql<Waiting>`
    select wanted.id, wanted.key_id, key.external_id, key.marking, wanted.cylinders, wanted.groups
    from key_access_order as wanted join ${keysOf(asProduct(db))} on key.id = wanted.key_id
    where wanted.state = 'waiting' and key.connection_id = ${connectionId}::uuid and key.deleted_at is null
    order by wanted.ordered_at, wanted.id limit ${keysAPiece}`.execute(db);
  return rows;
}

/** @returns why the key system refuses it; undefined when it is recorded. @throws DriverError for all other failures */
async function writeOne(session: KeySystemSession, order: Waiting): Promise<Sentence | undefined> {
  try {
    await session.setKeyAccess(order.external_id, { cylinders: order.cylinders, cylinder_groups: order.groups });
    return undefined;
  } catch (error) {
    if (error instanceof DriverError && (error.kind === 'conflict' || error.kind === 'refused_item'))
      return error.sentence;
    throw error;
  }
}

type Outcome = { connection_id: string; order: Waiting; problem: Sentence | undefined };

/** An order that was replaced meanwhile stays so: the later one is written next. */
async function saveOutcome(deps: Deps, { connection_id, order, problem }: Outcome): Promise<void> {
  const caller: Caller = { actor: undefined, name: 'key access', request_id: null, sign: deps.signEvent };
  const at = deps.clock();
  await deps.db.transaction().execute(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('key_access_order')
      .set(
        problem
          ? { state: 'failed', problem: storableJson(problem) }
          : { state: 'written', problem: null, ended_at: at },
      )
      .where('id', '=', order.id)
      .where('state', '=', 'waiting')
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return;
    if (problem) return requestWorkByHand(tx, [connection_id]);
    const { key_id, cylinders, groups, marking } = order;
    await recordKeyAccess(tx, connection_id, { key_id, cylinders, groups, at });
    await recordEvent(tx, caller, 'key.access_recorded', { id: key_id, details: { marking, cylinders, groups } });
  });
}

/** The key system could not be reached: what waits says so, and is tried again. */
async function saveFailure(db: Db, waiting: readonly Waiting[], problem: Sentence): Promise<void> {
  await db
    .updateTable('key_access_order')
    .set({ problem: storableJson(problem) })
    .where('id', '=', (q) => q.fn.any(q.val(waiting.map(({ id }) => id))))
    .where('state', '=', 'waiting')
    .execute();
}
