import type { SentEventKind, WebhookAttempt, WebhookDeliveryState } from '@key2xs/contract';
import { type Selectable, sql } from 'kysely';
import type { Db, Tx } from '#platform/deps';
import type { Schema } from '#platform/schema/schema';
import type { Message } from './messages';

export type DeliveryRow = Selectable<Schema['webhook_delivery']>;
type WebhookRow = Selectable<Schema['webhook']>;

/** More are dropped; the gap in the sequence tells the receiver. */
const maxWaiting = 1_000;

/**
 * A delivery for each webhook that is switched on and chose the kind; none of an event that was waiting in a backup that was put
 * back.
 */
export async function enqueue(tx: Tx, { kind, data, path }: Message, { at }: { at: Date }): Promise<void> {
  await sql`
    with target as (
      select id from webhook where is_enabled and ${kind} = any(events)
        and not exists (select from audit_head where accepted_at >= ${at}) order by id for update),
    numbered as (
      update webhook set last_sequence = last_sequence + 1 from target where webhook.id = target.id
      returning webhook.id, webhook.last_sequence)
    insert into webhook_delivery (id, webhook_id, sequence, kind, occurred_at, data, path, state)
    select gen_random_uuid(), id, last_sequence, ${kind}, ${at}, ${JSON.stringify(data)}::jsonb, ${path},
      case when ${maxWaiting} > (select count(*) from webhook_delivery where webhook_id = numbered.id and state = 'waiting')
        then 'waiting' else 'dropped' end
    from numbered`.execute(tx);
}

export async function isAnyDue(db: Db): Promise<boolean> {
  const { rows } = await sql`select from webhook_delivery where state = 'waiting' and due_at <= now() limit 1`.execute(
    db,
  );
  return rows.length > 0;
}

/** Drops what waits since before the installation was accepted as it is. */
export async function dropEarlier(db: Db): Promise<void> {
  await sql`
    update webhook_delivery set state = 'dropped' from audit_head
    where state = 'waiting' and created_at <= audit_head.accepted_at`.execute(db);
}

export type DueDelivery = Pick<
  DeliveryRow,
  'id' | 'webhook_id' | 'sequence' | 'kind' | 'occurred_at' | 'data' | 'path' | 'tries' | 'attempts'
> &
  Pick<WebhookRow, 'url' | 'sealed' | 'previous_sealed' | 'previous_until'>;

/** Longer than a call takes: after it, its process counts as dead. */
const claimSeconds = 60;
const claimed = sql<Date>`now() + make_interval(secs => ${claimSeconds})`;

/** Claims the delivery that has been due for longest, of webhooks other than these. */
export async function claimDue(db: Db, busy: readonly string[]): Promise<DueDelivery | undefined> {
  const { rows } = await sql<DueDelivery>`
    with claimed as (
      update webhook_delivery set tries = tries + 1, due_at = ${claimed}
      where id = (
        select delivery.id from webhook_delivery as delivery join webhook on webhook.id = delivery.webhook_id
        where delivery.state = 'waiting' and delivery.due_at <= now() and webhook.is_enabled
          and webhook.id <> all(${busy}::uuid[])
        order by delivery.due_at, delivery.sequence limit 1 for update of delivery skip locked)
      returning *)
    select claimed.*, webhook.url, webhook.sealed, webhook.previous_sealed, webhook.previous_until
    from claimed join webhook on webhook.id = claimed.webhook_id`.execute(db);
  return rows[0];
}

/** An event of its own, claimed by the caller. Call it with the webhook held. */
export async function insertClaimed(
  tx: Tx,
  webhook: WebhookRow,
  { id, kind, data, path }: { id: string; kind: SentEventKind; data: object; path: string },
): Promise<DueDelivery> {
  const { last_sequence: sequence } = await tx
    .updateTable('webhook')
    .set({ last_sequence: sql`last_sequence + 1` })
    .where('id', '=', webhook.id)
    .returning('last_sequence')
    .executeTakeFirstOrThrow();
  const row = await tx
    .insertInto('webhook_delivery')
    .values({
      id,
      webhook_id: webhook.id,
      sequence,
      kind,
      data: JSON.stringify(data),
      path,
      tries: 1,
      due_at: claimed,
      occurred_at: sql`now()`,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  const { url, sealed, previous_sealed, previous_until } = webhook;
  return { ...row, url, sealed, previous_sealed, previous_until };
}

export const findDelivery = (db: Db, { id, webhook_id }: { id: string; webhook_id: string }) =>
  db
    .selectFrom('webhook_delivery')
    .selectAll()
    .where('id', '=', id)
    .where('webhook_id', '=', webhook_id)
    .executeTakeFirst();

type Filter = { state?: WebhookDeliveryState | undefined; kind?: SentEventKind | undefined };

/** The newest first. */
export async function listDeliveries(
  db: Db,
  webhookId: string,
  { state, kind, limit, offset }: Filter & { limit: number; offset: number },
) {
  let matching = db.selectFrom('webhook_delivery').where('webhook_id', '=', webhookId);
  if (state) matching = matching.where('state', '=', state);
  if (kind) matching = matching.where('kind', '=', kind);
  const rows = await matching.selectAll().orderBy('sequence', 'desc').limit(limit).offset(offset).execute();
  const { total } = await matching.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow();
  return { rows, total };
}

const keptAttempts = 20;

type End = { state: WebhookDeliveryState; pauseMs?: number };

/** Notes an attempt. A delivery that has been dropped since stays so, unless it has arrived. */
export async function noteAttempt(
  db: Db,
  { id, attempts }: DueDelivery,
  { attempt, state, pauseMs = 0 }: End & { attempt: WebhookAttempt },
): Promise<DeliveryRow | undefined> {
  return db
    .updateTable('webhook_delivery')
    .set({
      attempts: JSON.stringify([attempt, ...attempts].slice(0, keptAttempts)),
      state: state === 'delivered' ? state : sql`case when state = 'waiting' then ${state} else state end`,
      due_at: sql`now() + make_interval(secs => ${pauseMs / 1_000})`,
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
}

/** Makes it due at once, and counts its attempts from the start. */
export async function makeDue(tx: Tx, id: string): Promise<DeliveryRow> {
  return tx
    .updateTable('webhook_delivery')
    .set({ state: 'waiting', tries: 0, due_at: sql`now()` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function dropWaiting(tx: Tx, webhookId: string): Promise<void> {
  await tx
    .updateTable('webhook_delivery')
    .set({ state: 'dropped' })
    .where('webhook_id', '=', webhookId)
    .where('state', '=', 'waiting')
    .execute();
}

const retentionDays = 90;

/** Deletes what was sent more than 90 days ago, and former secrets that no longer sign. */
export async function forgetDeliveries(db: Db): Promise<void> {
  await sql`
    delete from webhook_delivery where state <> 'waiting' and created_at < now() - make_interval(days => ${retentionDays})`.execute(
    db,
  );
  await db
    .updateTable('webhook')
    .set({ previous_sealed: null, previous_until: null })
    .where('previous_until', '<', sql<Date>`now()`)
    .execute();
}
