import { DriverError, type KeySystemSession, type KeyTimes } from '@key2xs/drivers';
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
import { recordKeyTimes } from '../recorded/service';
import { type StoredTimes, timesOf } from './present';
import { writeKeyTimesJob } from './service';

/** Keys a piece; each takes one call. */
const keysAPiece = 100;

type Waiting = StoredTimes & { id: string; key_id: string; external_id: string; marking: string };

/** Writes into one key system what was ordered; what it refuses of a key stays with that key, in its words. */
export const writeKeyTimes = (deps: Deps): JobWork => ({
  name: writeKeyTimesJob,
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
      await saveFailure(deps.db, id, sentence);
      return { failure: error };
    }
  },
});

async function listWaiting(db: Db, connectionId: string): Promise<Waiting[]> {
  const { rows } = await sql<Waiting>`
    select wanted.id, wanted.key_id, key.external_id, key.marking, wanted.validity, wanted.valid_from, wanted.valid_until,
      wanted.revalidation_minutes, wanted.schedule
    from key_times_order as wanted join ${keysOf(asProduct(db))} on key.id = wanted.key_id
    where wanted.state = 'waiting' and key.connection_id = ${connectionId} and key.deleted_at is null
    order by wanted.ordered_at, wanted.id limit ${keysAPiece}`.execute(db);
  return rows;
}

/** @returns why the key system refuses it; undefined when it is recorded. @throws DriverError for all other failures */
async function writeOne(session: KeySystemSession, order: Waiting): Promise<Sentence | undefined> {
  try {
    await session.setKeyTimes(order.external_id, wireTimes(order));
    return undefined;
  } catch (error) {
    if (error instanceof DriverError && (error.kind === 'conflict' || error.kind === 'refused_item'))
      return error.sentence;
    throw error;
  }
}

function wireTimes(stored: StoredTimes): KeyTimes {
  const { validity, valid_from, valid_until, revalidation_minutes, schedule } = timesOf(stored);
  return {
    validity:
      validity === 'between'
        ? { mode: validity, from: valid_from ?? '', until: valid_until ?? '' } // both are checked before they are ordered
        : { mode: validity },
    revalidation_minutes,
    schedule,
  };
}

type Outcome = { connection_id: string; order: Waiting; problem: Sentence | undefined };

/** An order that was replaced meanwhile stays so: the later one is written next. */
async function saveOutcome(deps: Deps, { connection_id, order, problem }: Outcome): Promise<void> {
  const caller: Caller = { actor: undefined, name: 'key times', request_id: null, sign: deps.signEvent };
  const at = deps.clock();
  await deps.db.transaction().execute(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('key_times_order')
      .set(
        problem
          ? { state: 'failed', problem: storableJson(problem) }
          : { state: 'written', problem: null, ended_at: at },
      )
      .where('id', '=', order.id)
      .where('state', '=', 'waiting')
      .executeTakeFirst();
    if (numUpdatedRows === 0n || problem) return;
    await keepHeld(tx, order.key_id);
    await recordKeyTimes(tx, connection_id, { ...order, at });
    await recordEvent(tx, caller, 'key.times_recorded', {
      id: order.key_id,
      details: { marking: order.marking, times: timesOf(order) },
    });
  });
}

/** What the key surely holds until its next update, before something else is recorded. */
async function keepHeld(tx: Db, keyId: string): Promise<void> {
  await sql`
    insert into key_held_times (key_id, updated_at, validity, valid_from, valid_until, revalidation_minutes, schedule)
    select key.id, key.last_update_at, key.validity, key.valid_from, key.valid_until, key.revalidation_minutes,
      coalesce(key.schedule, '[]')
    from ${keysOf(asProduct(tx))} where key.id = ${keyId} and key.validity is not null and key.last_update_at >= key.changed_at
    on conflict (key_id) do update set updated_at = excluded.updated_at, validity = excluded.validity,
      valid_from = excluded.valid_from, valid_until = excluded.valid_until,
      revalidation_minutes = excluded.revalidation_minutes, schedule = excluded.schedule`.execute(tx);
}

/** The key system could not be reached: all that waits says so, and is tried again. */
async function saveFailure(db: Db, connectionId: string, problem: Sentence): Promise<void> {
  await sql`
    update key_times_order as wanted set problem = ${storableJson(problem)}::jsonb
    from ${keysOf(asProduct(db))} where key.id = wanted.key_id and key.connection_id = ${connectionId}
      and wanted.state = 'waiting'`.execute(db);
}
