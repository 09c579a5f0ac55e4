import { changeTimes, isSameTimes, type TimesChange, type TimesOfKey } from '@key2xs/domain';
import { sql } from 'kysely';
import { recordEvents } from '#platform/audit/audit';
import type { Caller, Deps, Tx } from '#platform/deps';
import { insertJob } from '#platform/jobs/job-rows';
import { asCaller, asProduct, type Reader, visibleTo } from '#platform/visible-to';
import { keysOf } from '../keys/relation';
import { requestWorkByHand } from '../work-list/service';
import { recordedOf, type TimesRow, wantedOf } from './present';

export { zoneOfSystem } from './zones';

/** Job that writes the times of keys into a key system, by the id of the connection. */
export const writeKeyTimesJob = 'write-key-times';

export type TimesOrder = {
  keys: readonly string[];
  times: TimesChange;
  reason: string;
  /** What it is ordered for, such as the case of a lost key. */
  subject?: { kind: string; id: string } | null;
};

export type Ordered = {
  request_id: string;
  ordered: { id: string; key_id: string; state: 'waiting' | 'to_enter' }[];
  /** no_clock: it cannot hold any. not_known: a part of unknown times. same: it is recorded or ordered already. */
  left: { key_id: string; because: 'no_clock' | 'not_known' | 'same' }[];
};

export type Known = Pick<
  TimesRow,
  | 'id'
  | 'connection_id'
  | 'marking'
  | 'recorded_validity'
  | 'recorded_from'
  | 'recorded_until'
  | 'recorded_minutes'
  | 'recorded_schedule'
  | 'order_id'
  | 'wanted_validity'
  | 'wanted_from'
  | 'wanted_until'
  | 'wanted_minutes'
  | 'wanted_schedule'
> & { has_clock: boolean; can_write: boolean };

/**
 * Orders times of keys, in the transaction of the caller and without a call to any key system: a job writes them where the connection can,
 * else an operator enters them. What is ordered for a key replaces an order that is not written yet and builds on it. Keys that the caller
 * does not see are left out; the caller refuses them before.
 */
export async function orderKeyTimes(
  tx: Tx,
  { deps, caller }: { deps: Pick<Deps, 'clock' | 'newId'>; caller: Caller },
  { keys, times, reason, subject }: TimesOrder,
): Promise<Ordered> {
  const request_id = deps.newId();
  const known = await holdTimes(tx, caller, keys);
  const judged = known.map((key) => ({ key, ...judgeChange(key, times) }));
  const changes = judged.flatMap(({ key, after, because }) =>
    after && !because ? [{ key, after, id: deps.newId(), state: stateOf(key) }] : [],
  );
  const left = judged.flatMap(({ key, because }) => (because ? [{ key_id: key.id, because }] : []));
  if (changes.length === 0) return { request_id, ordered: [], left };
  const now = deps.clock();
  await sql`
    update key_times_order set state = 'replaced', ended_at = ${now}
    where ended_at is null and key_id = any(${changes.map(({ key }) => key.id)}::uuid[])`.execute(tx);
  const rows = changes.map(({ key, after, id, state }) => ({ id, key_id: key.id, state, ...after }));
  await sql`
    insert into key_times_order (id, key_id, request_id, validity, valid_from, valid_until, revalidation_minutes, schedule,
      reason, subject_kind, subject_id, ordered_by, ordered_at, state)
    select id, key_id, ${request_id}::uuid, validity, valid_from, valid_until, revalidation_minutes, schedule, ${reason},
      ${subject?.kind ?? null}, ${subject?.id ?? null}::uuid, ${caller.name}, ${now}, state
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as wanted(id uuid, key_id uuid, state text, validity text,
      valid_from timestamptz, valid_until timestamptz, revalidation_minutes int, schedule jsonb)`.execute(tx);
  const writing = changes.flatMap(({ key, state }) => (state === 'waiting' ? [key.connection_id] : []));
  await requestWorkByHand(
    tx,
    changes.map(({ key }) => key.connection_id),
  );
  for (const key of new Set(writing)) await insertJob(tx, { kind: writeKeyTimesJob, key });
  await recordEvents(
    tx,
    caller,
    'key.times_ordered',
    changes.map(({ key, after }) => ({
      id: key.id,
      details: { marking: key.marking, before: plannedOf(key), after, reason, ...(subject && { subject }) },
    })),
  );
  return { request_id, ordered: changes.map(({ id, key, state }) => ({ id, key_id: key.id, state })), left };
}

/** What a key shall hold by now: what was ordered last, else what is recorded. */
export const plannedOf = (key: Known): TimesOfKey | null => wantedOf(key) ?? recordedOf(key);

export type Judged = { after: TimesOfKey | null; because?: Ordered['left'][number]['because'] };

/** What a change makes of one key, and why it is none. */
export function judgeChange(key: Known, change: TimesChange): Judged {
  if (!key.has_clock) return { after: null, because: 'no_clock' };
  const after = changeTimes(plannedOf(key), change);
  if (after === null) return { after, because: 'not_known' };
  return isSameTimes(plannedOf(key), after) ? { after, because: 'same' } : { after };
}

export const stateOf = ({ can_write }: Pick<Known, 'can_write'>): 'waiting' | 'to_enter' =>
  can_write ? 'waiting' : 'to_enter';

/** The keys with what they shall hold, held until the transaction ends, so that of two orders the later one builds on the earlier. */
export async function holdTimes(tx: Tx, caller: Caller, ids: readonly string[]): Promise<Known[]> {
  await sql`
    select from ${keysOf(asProduct(tx))} where id = any(${ids}::uuid[]) order by id for no key update`.execute(tx);
  return loadTimes(asCaller(tx, caller), ids);
}

/** What is recorded and ordered of keys that the reader sees, by marking. */
export async function loadTimes(reader: Reader, ids: readonly string[]): Promise<Known[]> {
  const { rows } = await sql<Known>`
    select key.id, key.connection_id, key.marking, key.validity as recorded_validity, key.valid_from as recorded_from,
      key.valid_until as recorded_until, key.revalidation_minutes as recorded_minutes, key.schedule as recorded_schedule,
      wanted.id as order_id, wanted.validity as wanted_validity, wanted.valid_from as wanted_from,
      wanted.valid_until as wanted_until, wanted.revalidation_minutes as wanted_minutes, wanted.schedule as wanted_schedule,
      lower(key.key_type) <> 'normal' as has_clock,
      system.is_active and 'write_key_times' = any(system.capabilities) as can_write
    from ${keysOf(reader)} join key_system_connection as system on system.id = key.connection_id
    left join key_times_order as wanted on wanted.key_id = key.id and wanted.ended_at is null
    where key.deleted_at is null and ${visibleTo(reader.viewer, 'keys')} and key.id = any(${ids}::uuid[])
    order by key.marking, key.id`.execute(reader.db);
  return rows;
}

/** How many orders of times wait to be written into each key system. */
export async function countTimesToWrite(reader: Reader): Promise<{ connection_id: string; count: number }[]> {
  const { rows } = await sql<{ connection_id: string; count: number }>`
    select key.connection_id, count(*)::int as count from key_times_order as wanted
    join ${keysOf(reader)} on key.id = wanted.key_id
    where wanted.state = 'waiting' and key.deleted_at is null group by key.connection_id`.execute(reader.db);
  return rows;
}
