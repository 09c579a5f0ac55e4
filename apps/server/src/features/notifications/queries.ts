import { type NoticeKind, noticeFunctions } from '@key2xs/contract';
import type { Language, Sentence } from '@key2xs/texts';
import { sql } from 'kysely';
import type { Db, Tx } from '#platform/deps';
import { type Backoff, backoff } from '#platform/jobs/backoff';
import { isInForce, mayDo } from '#platform/sign-in/rights';

/** Older mails are no longer news. */
const newsDays = 3;
const isNews = sql<boolean>`event.at > greatest(
  now() - make_interval(days => ${newsDays}), (select accepted_at from audit_head))`;

const mayAct = (notice: NoticeKind) => {
  const needed = noticeFunctions[notice];
  return needed === null ? sql<boolean>`admin.role = 'superadmin'` : mayDo(needed);
};

/**
 * A mail of an event for each super admin who has an address and chose the notice; none of an event that is no news, as it was
 * waiting in a backup that was put back.
 */
export async function insertDeliveries(tx: Tx, eventId: string, notice: NoticeKind): Promise<void> {
  await sql`
    insert into mail_delivery (event_id, admin_id)
    select event.id, admin.id from outbox as event
    cross join admin join notification_settings as chosen on chosen.admin_id = admin.id
    where event.id = ${eventId} and ${isNews} and ${mayAct(notice)} and ${isInForce('admin')} and chosen.mail_address is not null
      and ${notice} = any(chosen.notices)
    on conflict do nothing`.execute(tx);
}

/** A mail of an event about an administrator's own account, if they have an address. */
export async function insertDelivery(tx: Tx, eventId: string, adminId: string): Promise<void> {
  await sql`
    insert into mail_delivery (event_id, admin_id)
    select event.id, admin.id from outbox as event
    cross join admin join notification_settings as chosen on chosen.admin_id = admin.id
    where event.id = ${eventId} and ${isNews} and admin.id = ${adminId} and ${isInForce('admin')} and chosen.mail_address is not null
    on conflict do nothing`.execute(tx);
}

export async function isAnyDue(db: Db): Promise<boolean> {
  const { rows } = await sql`
    select from mail_delivery where state = 'waiting' and due_at <= now() limit 1`.execute(db);
  return rows.length > 0;
}

/** Deletes what waits since before the installation was accepted as it is. */
export async function deleteEarlier(db: Db): Promise<void> {
  await sql`
    delete from mail_delivery using outbox as event, audit_head
    where mail_delivery.state = 'waiting' and event.id = mail_delivery.event_id and event.at <= audit_head.accepted_at`.execute(
    db,
  );
}

export type DueMail = {
  event_id: string;
  admin_id: string;
  attempts: number;
  kind: string;
  payload: unknown;
  /** Null: this administrator no longer gets mails. */
  mail_address: string | null;
  language: Language;
};

/** Longer than sending one takes: after it, its process counts as dead. */
const claimSeconds = 120;

/** Claims the mail that has been due for longest. */
export async function claimDue(db: Db): Promise<DueMail | undefined> {
  const { rows } = await sql<DueMail>`
    with claimed as (
      update mail_delivery set attempts = attempts + 1, tried_at = now(),
        due_at = now() + make_interval(secs => ${claimSeconds})
      where (event_id, admin_id) = (
        select event_id, admin_id from mail_delivery
        where state = 'waiting' and due_at <= now() order by due_at limit 1 for update skip locked)
      returning event_id, admin_id, attempts)
    select claimed.event_id::text as event_id, claimed.admin_id, claimed.attempts, event.kind, event.payload,
      case when ${isInForce('admin')} then chosen.mail_address end as mail_address,
      coalesce(chosen.language, 'en') as language
    from claimed join outbox as event on event.id = claimed.event_id join admin on admin.id = claimed.admin_id
    left join notification_settings as chosen on chosen.admin_id = claimed.admin_id`.execute(db);
  return rows[0];
}

type Key = Pick<DueMail, 'event_id' | 'admin_id'>;

const ofKey = ({ event_id, admin_id }: Key) => sql<boolean>`event_id = ${event_id} and admin_id = ${admin_id}`;

export async function deleteMail(db: Db, key: Key): Promise<void> {
  await db.deleteFrom('mail_delivery').where(ofKey(key)).execute();
}

export async function markSent(db: Db, key: Key): Promise<void> {
  await db.updateTable('mail_delivery').set({ state: 'sent', error: null }).where(ofKey(key)).execute();
}

const pauses: Backoff = { firstMs: 60_000, maxMs: 4 * 3_600_000 };
/** Schedules another attempt for a mail, or gives up. */
export async function markFailed(
  db: Db,
  mail: DueMail,
  { sentence, isFinal }: { sentence: Sentence; isFinal: boolean },
): Promise<void> {
  const seconds = backoff(mail.attempts, pauses) / 1_000;
  await db
    .updateTable('mail_delivery')
    .set({
      error: JSON.stringify(sentence),
      due_at: sql`now() + make_interval(secs => ${seconds})`,
      state: sql`case when ${isFinal} or exists (
        select from outbox where id = event_id and at < now() - make_interval(days => ${newsDays})) then 'failed' else 'waiting' end`,
    })
    .where(ofKey(mail))
    .execute();
}

/** The last mail to an administrator that was not sent, unless one was sent since. */
export async function findLastFailure(db: Db, adminId: string) {
  const last = await db
    .selectFrom('mail_delivery')
    .select((q) => ['state', 'error', q.ref('tried_at').$notNull().as('tried_at')])
    .where('admin_id', '=', adminId)
    .where('tried_at', 'is not', null)
    .where((q) => q.or([q('error', 'is not', null), q('state', '=', 'sent')]))
    .orderBy('tried_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last?.error ? { ...last, error: last.error } : undefined;
}
