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
import { writeHoldersJob } from './write-holders';

/** Keys a piece; each takes one to three calls. */
const keysAPiece = 50;

type Waiting = {
  key_id: string;
  external_id: string;
  marking: string;
  state: string;
  person_id: string | null;
  holder_identity: string | null;
  /** As last read. */
  recorded_holder: string | null;
  recorded_state: string;
  changed_at: Date;
};

/** Writes into one key system who holds its keys; what it refuses of a key stays with that key, for a person to see. */
export const writeHolders = (deps: Deps): JobWork => ({
  name: writeHoldersJob,
  async run({ lease, stopping, mayContinue }) {
    const { key: id } = lease.job;
    const waiting = await listWaiting(deps.db, id);
    if (waiting.length === 0) return 'done';
    const row = await getKeySystem(asProduct(deps.db), id); // background work
    const signal = AbortSignal.any([lease.signal, stopping]);
    try {
      await withSession({ deps, signal }, row, async (session) => {
        for (const key of waiting) {
          if (!mayContinue()) return;
          await saveOutcome(deps, key, await writeOne(session, key));
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
    select key.id as key_id, key.external_id, key.marking, standing.state, standing.person_id, standing.holder_identity,
      key.holder_identity as recorded_holder, lower(key.state) as recorded_state, standing.changed_at
    from key_custody as custody join ${keysOf(asProduct(db))} on key.id = custody.key_id join key_standing as standing on standing.key_id = key.id
    where custody.is_to_write and key.connection_id = ${connectionId} and key.deleted_at is null
    order by custody.changed_at limit ${keysAPiece}`.execute(db);
  return rows;
}

/** @returns why the key system refuses this key; undefined when it is done. @throws DriverError for all other failures */
async function writeOne(session: KeySystemSession, key: Waiting): Promise<Sentence | undefined> {
  try {
    await writeHolder(session, key);
    return undefined;
  } catch (error) {
    if (error instanceof DriverError && (error.kind === 'conflict' || error.kind === 'refused_item'))
      return error.sentence;
    throw error;
  }
}

async function writeHolder(session: KeySystemSession, key: Waiting): Promise<void> {
  const { external_id, state, person_id, holder_identity, recorded_holder, recorded_state } = key;
  const holder = person_id ? { reference: person_id } : holder_identity ? { identity: holder_identity } : null;
  if (holder === null) {
    await session.returnKey(external_id);
    if (state === 'lost' || state === 'broken') await session.setKeyState(external_id, state);
    return;
  }
  // It has the key with someone else, or lost or broken: only from stock can it be assigned.
  if (recorded_holder !== null || recorded_state === 'lost' || recorded_state === 'broken')
    await session.returnKey(external_id);
  await session.assignKey({ key: external_id, holder });
  if (state === 'lost' || state === 'broken') await session.setKeyState(external_id, state);
}

/** A key that has changed hands meanwhile stays to be written. */
async function saveOutcome(deps: Deps, key: Waiting, problem: Sentence | undefined): Promise<void> {
  const caller: Caller = { actor: undefined, name: 'key desk', request_id: null, sign: deps.signEvent };
  await deps.db.transaction().execute(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('key_custody')
      .set({
        is_to_write: false,
        problem: problem ? storableJson(problem) : null,
        ...(!problem && { recorded_at: deps.clock() }),
      })
      .where('key_id', '=', key.key_id)
      .where('changed_at', '=', key.changed_at)
      .executeTakeFirst();
    if (numUpdatedRows === 0n || problem) return;
    await recordEvent(tx, caller, 'key.recorded', { id: key.key_id, details: { marking: key.marking } });
  });
}

/** The key system could not be reached: all that waits says so, and is tried again. */
async function saveFailure(db: Db, connectionId: string, problem: Sentence): Promise<void> {
  await sql`
    update key_custody as custody set problem = ${storableJson(problem)}::jsonb
    from ${keysOf(asProduct(db))} where key.id = custody.key_id and key.connection_id = ${connectionId} and custody.is_to_write`.execute(
    db,
  );
}
