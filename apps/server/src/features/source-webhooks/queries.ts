import { type Selectable, sql } from 'kysely';
import type { Db, Tx } from '#platform/deps';
import { type ClaimedJob, isHeld } from '#platform/jobs/job-rows';
import type { Schema } from '#platform/schema/schema';

export type WebhookRow = Selectable<Schema['source_webhook']>;
export type SubscriptionRow = Selectable<Schema['source_subscription']>;

export const findWebhook = (db: Db, connectionId: string): Promise<WebhookRow | undefined> =>
  db.selectFrom('source_webhook').selectAll().where('connection_id', '=', connectionId).executeTakeFirst();

export type AddressedWebhook = WebhookRow & { remote_ids: string[] };

export const listByKeyHashes = (db: Db, keyHashes: Buffer[]): Promise<AddressedWebhook[]> =>
  db
    .selectFrom('source_webhook')
    .selectAll()
    .select(
      sql<string[]>`array(select remote_id from source_subscription as subscription
        where subscription.connection_id = source_webhook.connection_id and remote_id is not null)`.as('remote_ids'),
    )
    .where('key_hash', 'in', keyHashes)
    .execute();

export const listSubscriptions = (db: Db, connectionId: string): Promise<SubscriptionRow[]> =>
  db
    .selectFrom('source_subscription')
    .selectAll()
    .where('connection_id', '=', connectionId)
    .orderBy('resource', 'desc')
    .execute();

/** Records that something has, or may have, changed at the source. */
export async function insertNudge(db: Db, connection_id: string): Promise<void> {
  await db.insertInto('source_nudge').values({ connection_id }).execute();
}

/** How many authenticated deliveries a connection received, and how many of them are nudges. */
export type Received = { connection_id: string; deliveries: number; nudges: number };

export async function noteReceived(db: Db, batch: Received[]): Promise<void> {
  await sql`
    with batch as (
      select * from jsonb_to_recordset(${JSON.stringify(batch)}::jsonb) as (connection_id uuid, deliveries int, nudges int)),
    noted as (
      update source_webhook as webhook set received = received + deliveries, last_event_at = now()
      from batch where webhook.connection_id = batch.connection_id
      returning webhook.connection_id, nudges)
    insert into source_nudge (connection_id) select connection_id from noted, generate_series(1, nudges)`.execute(db);
}

/** Records that a subscription was removed or needs a new authorization, and makes it due. */
export async function noteLifecycle(db: Db, connectionId: string, remoteId: string, isRemoved: boolean): Promise<void> {
  await db
    .updateTable('source_subscription')
    .set((q) => ({
      due_at: q.fn<Date>('now'),
      ...(isRemoved ? { remote_id: null, ends_at: null } : { is_reauthorization_due: true }),
    }))
    .where('connection_id', '=', connectionId)
    .where('remote_id', '=', remoteId)
    .execute();
}

export async function noteRefused(db: Db, connectionId: string): Promise<void> {
  await db
    .updateTable('source_webhook')
    .set((q) => ({ refused: q('refused', '+', '1') }))
    .where('connection_id', '=', connectionId)
    .execute();
}

export type Waiting = {
  connection_id: string;
  /** Later nudges wait for the next run. */
  last_id: string;
  first_at: Date;
  last_at: Date;
  last_pull_at: Date | null;
};

/** The nudges of a source that no run has answered. */
export async function findWaiting(db: Db, connectionId: string): Promise<Waiting | undefined> {
  const { rows } = await sql<Waiting>`
    select nudge.connection_id, max(nudge.id)::text as last_id, min(nudge.at) as first_at,
      max(nudge.at) as last_at, max(webhook.last_pull_at) as last_pull_at
    from source_nudge as nudge join source_webhook as webhook using (connection_id)
    where nudge.connection_id = ${connectionId}
    group by nudge.connection_id`.execute(db);
  return rows[0];
}

export async function answerNudges(tx: Tx, { connection_id, last_id }: Waiting): Promise<void> {
  await tx.deleteFrom('source_nudge').where('connection_id', '=', connection_id).where('id', '<=', last_id).execute();
}

/** @returns false when another worker has taken over the pull */
export async function notePull(tx: Tx, job: ClaimedJob, at: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('source_webhook')
    .set({ last_pull_at: at })
    .where('connection_id', '=', job.key)
    .where(isHeld(job))
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function countWaiting(db: Db, connectionId: string): Promise<number> {
  const { count } = await db
    .selectFrom('source_nudge')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('connection_id', '=', connectionId)
    .executeTakeFirstOrThrow();
  return count;
}

/** When the last failed run of a source ended. */
export async function findLastFailure(db: Db, connectionId: string): Promise<Date | null> {
  const { at } = await db
    .selectFrom('sync_task')
    .select((q) => q.fn.max('completed_at').as('at'))
    .where('subject_id', '=', connectionId)
    .where('status', '=', 'FAILURE')
    .executeTakeFirstOrThrow();
  return at;
}
