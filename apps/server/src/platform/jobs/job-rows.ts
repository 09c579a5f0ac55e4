import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../schema/schema';

/** What there is one job of at a time. */
export type JobId = { kind: string; key: string };

/** A job that a worker has claimed. `lease` is its fencing token: no other claim ever has the same. */
export type ClaimedJob = JobId & {
  lease: string;
  /** Which claim this is. */
  attempt: number;
  /** In a row, until this claim. */
  failures: number;
  /** How many claims in a row, with this one, found a lease that its worker had neither given back nor renewed. */
  takeovers: number;
};

/** Database time when the row is written: the statement may have waited for a lock. */
const present: RawBuilder<Date> = sql`clock_timestamp()`;
const inMs = (ms: number): RawBuilder<Date> => sql`clock_timestamp() + make_interval(secs => ${ms / 1_000})`;

/**
 * Adds a job that is due at once. One that waits is held back until the caller commits, so that it runs with what the caller has
 * written, and keeps its due time; one that a worker has runs once more afterwards.
 */
export async function insertJob(tx: Db, id: JobId): Promise<void> {
  await tx
    .insertInto('job')
    .values(id)
    .onConflict((conflict) =>
      conflict.columns(['kind', 'key']).doUpdateSet({ is_requested_again: sql<boolean>`job.lease is not null` }),
    )
    .execute();
}

/** The same; one that waits for its time is due at once. */
export async function insertUrgentJob(tx: Db, id: JobId): Promise<void> {
  await insertJob(tx, id);
  await tx
    .updateTable('job')
    .set({ due_at: sql<Date>`least(due_at, now())` })
    .where('kind', '=', id.kind)
    .where('key', '=', id.key)
    .where('lease', 'is', null)
    .execute();
}

/**
 * Gives the job that has been due for longest to the caller, or the one of this key, which need not be due. A job whose lease has
 * ended is due. Skips what is locked: a worker that was suspended in a transaction has it until the database cuts it off.
 */
export async function claimJob(
  db: Db,
  { kind, key }: Pick<JobId, 'kind'> & Partial<JobId>,
  leaseMs: number,
): Promise<ClaimedJob | undefined> {
  // `now()` and not the clock: an index can be searched for it.
  const isFree =
    key === undefined ? sql`due_at <= now()` : sql`key = ${key} and (lease is null or due_at <= ${present})`;
  const { rows } = await sql<ClaimedJob>`
    update job set lease = gen_random_uuid(), attempt = attempt + 1, takeovers = takeovers + (lease is not null)::int,
      due_at = ${inMs(leaseMs)}, is_requested_again = false
    where (kind, key) = (
      select kind, key from job where kind = ${kind} and ${isFree} order by due_at limit 1 for update skip locked)
    returning kind, key, lease, attempt, failures, takeovers`.execute(db);
  return rows[0];
}

/** Which of these kinds have a job that `claimJob` would give out now, were it not locked. */
export async function listDueKinds(db: Db, kinds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ kind: string }>`
    select wanted.kind from unnest(${kinds}::text[]) as wanted (kind)
    where exists (select from job where job.kind = wanted.kind and due_at <= now())`.execute(db);
  return rows.map(({ kind }) => kind);
}

/**
 * For the `where` of what a worker writes: whether the lease is still its own. Then it stays so until the transaction ends; the
 * worker can renew it meanwhile, but no other can claim the job.
 */
export const isHeld = ({ kind, key, lease }: ClaimedJob): RawBuilder<boolean> =>
  sql`exists (select from job where kind = ${kind} and key = ${key} and lease = ${lease} for key share)`;

const held = (db: Db, { kind, key, lease }: ClaimedJob) =>
  db.updateTable('job').where('kind', '=', kind).where('key', '=', key).where('lease', '=', lease);

/** @returns false when the lease has ended, even if no other worker has claimed the job */
export async function renewLease(db: Db, job: ClaimedJob, leaseMs: number): Promise<boolean> {
  const { numUpdatedRows } = await held(db, job)
    .set({ due_at: inMs(leaseMs) })
    .where('due_at', '>', present)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/**
 * Gives the job back until it is due again; at once if it was requested again meanwhile.
 * @param takeovers to count on from; its process has survived it
 * @returns false when the lease is no longer the caller's
 */
export async function releaseJob(
  db: Db,
  job: ClaimedJob,
  { dueInMs, takeovers = 0 }: { dueInMs: number; takeovers?: number },
): Promise<boolean> {
  const { numUpdatedRows } = await held(db, job)
    .set({
      lease: null,
      takeovers,
      due_at: sql<Date>`case when is_requested_again then ${present} else ${inMs(dueInMs)} end`,
      is_requested_again: false,
    })
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/**
 * Deletes the job; one that was requested again meanwhile is due at once instead.
 * @returns false when the lease is no longer the caller's
 */
export async function endJob(db: Db, job: ClaimedJob): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('job')
    .where('kind', '=', job.kind)
    .where('key', '=', job.key)
    .where('lease', '=', job.lease)
    .where('is_requested_again', '=', false)
    .executeTakeFirst();
  return numDeletedRows === 1n || releaseJob(db, job, { dueInMs: 0 });
}

/** Deletes a job even if claimed: its worker can save nothing from then on. Call before deleting rows that the worker writes. */
export async function cancelJob(tx: Tx, { kind, key }: JobId): Promise<void> {
  await tx.deleteFrom('job').where('kind', '=', kind).where('key', '=', key).execute();
}

/** @returns how many failures there are in a row now; undefined when the lease is no longer the caller's */
export async function countFailure(db: Db, job: ClaimedJob): Promise<number | undefined> {
  const counted = await held(db, job)
    .set({ failures: sql<number>`failures + 1` })
    .returning('failures')
    .executeTakeFirst();
  return counted?.failures;
}

/** Something that lasts is done. Renewing the lease waits for the transaction, so only after a failure is anything written. */
export async function forgetFailures(db: Db, job: ClaimedJob): Promise<void> {
  if (job.failures === 0 && job.takeovers === 0) return;
  await held(db, job).set({ failures: 0, takeovers: 0 }).execute();
  Object.assign(job, { failures: 0, takeovers: 0 });
}

/** Only for the embedded database: no other process can hold a lease. The next claim of each is a takeover. */
export async function endAllLeases(db: Db): Promise<void> {
  await db.updateTable('job').set({ due_at: present }).where('lease', 'is not', null).execute();
}
