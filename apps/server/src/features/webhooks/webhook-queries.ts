import type { WebhookFields } from '@key2xs/contract';
import { type Selectable, sql } from 'kysely';
import type { Db, Tx } from '#platform/deps';
import type { Schema } from '#platform/schema/schema';
import { type Reader, visibleTo } from '#platform/visible-to';

export type WebhookRow = Selectable<Schema['webhook']>;

const selectWebhooks = ({ db, viewer }: Reader) =>
  db
    .selectFrom('webhook')
    .selectAll()
    .select(
      sql<number>`(
        select count(*)::int from webhook_delivery where webhook_id = webhook.id and state = 'waiting')`.as('waiting'),
    )
    .where(visibleTo(viewer, 'webhooks'));

export type CountedWebhook = WebhookRow & { waiting: number };

export const listWebhooks = (reader: Reader): Promise<CountedWebhook[]> =>
  selectWebhooks(reader).orderBy('created_at').orderBy('id').execute();

export const findWebhook = (reader: Reader, id: string): Promise<CountedWebhook | undefined> =>
  selectWebhooks(reader).where('webhook.id', '=', id).executeTakeFirst();

export const holdWebhook = (tx: Tx, id: string): Promise<WebhookRow | undefined> =>
  tx.selectFrom('webhook').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

const countLock = 4_203_791_585;

/** No one else adds one until the transaction ends. */
export async function countWebhooks(tx: Tx): Promise<number> {
  await sql`select pg_advisory_xact_lock(${countLock})`.execute(tx);
  const { count } = await tx
    .selectFrom('webhook')
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

export async function insertWebhook(tx: Tx, webhook: WebhookFields & { id: string; sealed: Buffer }): Promise<void> {
  await tx.insertInto('webhook').values(webhook).execute();
}

type Changes = Partial<Pick<WebhookRow, 'url' | 'description' | 'events' | 'is_enabled' | 'disabled_because'>> &
  Partial<Pick<WebhookRow, 'sealed' | 'previous_sealed' | 'previous_until' | 'failing_since'>>;

/** Sets what an administrator or a rule decides, and counts the change. */
export async function updateWebhook(tx: Tx, id: string, changes: Changes): Promise<void> {
  await tx
    .updateTable('webhook')
    .set({ ...changes, version: sql<number>`version + 1`, updated_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute();
}

export async function deleteWebhook(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('webhook').where('id', '=', id).execute();
}

const maxFailingDays = 5;

/** Notes how the last attempt went. @returns whether it has been failing for five days */
export async function noteHealth(
  db: Db,
  id: string,
  attempt: NonNullable<WebhookRow['last_attempt']>,
): Promise<boolean> {
  const row = await db
    .updateTable('webhook')
    .set({
      last_attempt: JSON.stringify(attempt),
      failing_since: attempt.error === null ? null : sql`coalesce(failing_since, now())`,
    })
    .where('id', '=', id)
    .returning(
      sql<boolean>`coalesce(failing_since < now() - make_interval(days => ${maxFailingDays}), false)`.as('is_over'),
    )
    .executeTakeFirst();
  return row?.is_over ?? false;
}
