import type { Provider } from '@key2xs/contract';
import type { SubscribedResource } from '@key2xs/drivers';
import type { Sentence } from '@key2xs/texts';
import { sql } from 'kysely';
import type { Db, Tx } from '#platform/deps';
import type { SubscriptionRow, WebhookRow } from './queries';

/** The lease of a process on a subscription; longer than its calls take. */
const claimSeconds = 120;

export type DueSubscription = SubscriptionRow &
  Pick<WebhookRow, 'sealed' | 'is_wanted'> & { is_active: boolean; provider: Provider };

/** Claims the subscriptions that are due, each for one process. */
export async function claimDue(db: Db, most: number): Promise<DueSubscription[]> {
  const { rows } = await sql<DueSubscription>`
    with due as (
      select connection_id, resource from source_subscription where due_at <= now()
      order by due_at limit ${most} for update skip locked
    ), claimed as (
      update source_subscription as subscription set due_at = now() + make_interval(secs => ${claimSeconds})
      from due where due.connection_id = subscription.connection_id and due.resource = subscription.resource
      returning subscription.*
    )
    select claimed.*, webhook.sealed, webhook.is_wanted, connection.is_active, connection.provider
    from claimed join source_webhook as webhook using (connection_id)
    join iam_connection as connection on connection.id = claimed.connection_id`.execute(db);
  return rows;
}

type Which = Pick<SubscriptionRow, 'connection_id' | 'resource'>;

const of = (tx: Db, { connection_id, resource }: Which) =>
  tx.updateTable('source_subscription').where('connection_id', '=', connection_id).where('resource', '=', resource);

type ActiveSubscription = { remote_id: string; ends_at: Date; due_at: Date };

/** Saves a subscription as created or renewed. */
export async function saveSubscription(tx: Tx, which: Which, subscription: ActiveSubscription): Promise<void> {
  await of(tx, which)
    .set({ ...subscription, failures: 0, error: null, is_reauthorization_due: false })
    .execute();
}

/** The source no longer has the subscription: a new one is due at once. */
export async function loseSubscription(db: Db, which: Which): Promise<void> {
  await of(db, which)
    .set((q) => ({ remote_id: null, ends_at: null, is_reauthorization_due: false, due_at: q.fn<Date>('now') }))
    .execute();
}

export async function noteFailure(db: Db, which: Which, failure: { error: Sentence; due_at: Date }): Promise<void> {
  await of(db, which)
    .set((q) => ({ failures: q('failures', '+', 1), error: JSON.stringify(failure.error), due_at: failure.due_at }))
    .execute();
}

export async function postpone(db: Db, which: Which, due_at: Date): Promise<void> {
  await of(db, which).set({ due_at }).execute();
}

/** The source has no subscription any more. While the webhook is wanted, its row waits for the connection to be active. */
export async function forgetSubscription(db: Db, which: Which, isWanted: boolean, due_at: Date): Promise<void> {
  if (isWanted) {
    await of(db, which).set({ remote_id: null, ends_at: null, failures: 0, error: null, due_at }).execute();
    return;
  }
  await db
    .deleteFrom('source_subscription')
    .where('connection_id', '=', which.connection_id)
    .where('resource', '=', which.resource)
    .execute();
}

/** Requests these subscriptions, and makes all of the connection due. */
export async function wantSubscriptions(tx: Tx, connection_id: string, resources: readonly SubscribedResource[]) {
  if (resources.length > 0) {
    await tx
      .insertInto('source_subscription')
      .values(resources.map((resource) => ({ connection_id, resource, remote_id: null })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  await lookAfterNow(tx, connection_id);
}

async function lookAfterNow(db: Db, connectionId: string): Promise<void> {
  await db
    .updateTable('source_subscription')
    .set((q) => ({ due_at: q.fn<Date>('now'), failures: 0 }))
    .where('connection_id', '=', connectionId)
    .execute();
}
