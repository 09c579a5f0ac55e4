import { type NoticeKind, noticeFunctions } from '@key2xs/contract';
import type { Sentence } from '@key2xs/texts';
import { sql } from 'kysely';
import type { Db, Tx } from '#platform/deps';
import { type Backoff, backoff } from '#platform/jobs/backoff';
import { isInForce, mayDo } from '#platform/sign-in/rights';
import { asProduct } from '#platform/visible-to';
import { peopleOf } from '../people/relation';

/** Older mails are no longer news. */
const newsDays = 3;
const isNews = sql<boolean>`event.at > greatest(
  now() - make_interval(days => ${newsDays}), (select accepted_at from audit_head))`;

const mayAct = (notice: NoticeKind) => {
  const needed = noticeFunctions[notice];
  return needed === null ? sql<boolean>`admin.role = 'superadmin'` : mayDo(needed);
};

/** Which administrators are mailed, of those who have chosen the notice. */
export type Chosen = {
  notice: NoticeKind;
  urgency: 'urgent' | 'ordinary';
  except: string | null;
  /** No one else. */
  only?: string | null;
  /** Those alone who see this person. */
  person_id?: string;
};

const seesPersonOf = (tx: Tx, id: string) => sql<boolean>`(
  not exists (select from admin_scope as scope where scope.admin_id = admin.id and scope.departments is not null)
  or exists (select from admin_scope as scope join department_spelling as spelled on spelled.folded = any(scope.departments)
    join ${peopleOf(asProduct(tx))} on person.department = spelled.spelling where scope.admin_id = admin.id and person.id = ${id}::uuid))`;

/**
 * A mail of an event for each administrator who may act on it, has an address and chose the notice; none of an event that is no news, as it was
 * waiting in a backup that was put back.
 */
export async function insertDeliveries(
  tx: Tx,
  eventId: string,
  { notice, urgency, except, only, person_id }: Chosen,
): Promise<void> {
  const isMeant = only === undefined ? sql`true` : sql`admin.id = ${only}::uuid`;
  const seesPerson = person_id === undefined ? sql`true` : seesPersonOf(tx, person_id);
  // An urgent one is a group with others about the same thing only.
  await sql`
    insert into mail_delivery (event_id, admin_id, notice, urgency, event_group)
    select event.id, admin.id, ${notice}, ${urgency},
      case when ${urgency} = 'urgent' then concat(event.kind, ' ', event.subject) else event.kind end
    from outbox as event
    cross join admin join notification_settings as chosen on chosen.admin_id = admin.id
    where event.id = ${eventId} and ${isNews} and ${mayAct(notice)} and ${isInForce('admin')} and chosen.mail_address is not null
      and ${notice} = any(chosen.notices) and admin.id is distinct from ${except}::uuid and ${isMeant} and ${seesPerson}
    on conflict do nothing`.execute(tx);
}

/** A mail of an event about an administrator's own account, if they have an address. @param to another one than that */
export async function insertDelivery(tx: Tx, eventId: string, adminId: string, to: string | null): Promise<void> {
  await sql`
    insert into mail_delivery (event_id, admin_id, mail_address, urgency, event_group)
    select event.id, admin.id, ${to}::text, 'personal', event.kind from outbox as event
    cross join admin join notification_settings as chosen on chosen.admin_id = admin.id
    where event.id = ${eventId} and ${isNews} and admin.id = ${adminId} and ${isInForce('admin')}
      and coalesce(${to}::text, chosen.mail_address) is not null
    on conflict do nothing`.execute(tx);
}

export async function isAnyDue(db: Db, now: Date): Promise<boolean> {
  const { rows } = await sql`
    select from mail_delivery where state = 'waiting' and due_at <= ${now} limit 1`.execute(db);
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

type Some = { admin_id: string; events: readonly { event_id: string }[] };

const ofMail = ({ admin_id, events }: Some) =>
  sql<boolean>`admin_id = ${admin_id} and event_id = any(${events.map(({ event_id }) => event_id)}::bigint[])`;

export async function deleteMail(db: Db, mail: Some): Promise<void> {
  await db.deleteFrom('mail_delivery').where(ofMail(mail)).execute();
}

export async function markSent(db: Db, mail: Some): Promise<void> {
  await db.updateTable('mail_delivery').set({ state: 'sent', error: null }).where(ofMail(mail)).execute();
}

/** What waits is planned anew, by settings that have changed; not what was tried, as it may have arrived. */
export async function planAgain(tx: Tx, adminId: string): Promise<void> {
  await tx
    .updateTable('mail_delivery')
    .set({ due_at: sql`now()`, digest_day: null })
    .where('admin_id', '=', adminId)
    .where('state', '=', 'waiting')
    .where('attempts', '=', 0)
    .execute();
}

const pauses: Backoff = { firstMs: 60_000, maxMs: 4 * 3_600_000 };

/** Schedules another attempt for a mail, or gives up. */
export async function markFailed(
  db: Db,
  mail: Some & { attempts: number },
  { sentence, isFinal, now }: { sentence: Sentence; isFinal: boolean; now: Date },
): Promise<void> {
  const seconds = backoff(mail.attempts, pauses) / 1_000;
  await db
    .updateTable('mail_delivery')
    .set({
      error: JSON.stringify(sentence),
      due_at: sql`${now}::timestamptz + make_interval(secs => ${seconds})`,
      state: sql`case when ${isFinal} or exists (
        select from outbox where id = event_id and at < ${now}::timestamptz - make_interval(days => ${newsDays})) then 'failed' else 'waiting' end`,
    })
    .where(ofMail(mail))
    .execute();
}

/** The last mail to the address of an administrator that was not sent, unless one was sent since. */
export async function findLastFailure(db: Db, adminId: string) {
  const last = await db
    .selectFrom('mail_delivery')
    .select((q) => ['state', 'error', q.ref('tried_at').$notNull().as('tried_at')])
    .where('admin_id', '=', adminId)
    .where('mail_address', 'is', null)
    .where('tried_at', 'is not', null)
    .where((q) => q.or([q('error', 'is not', null), q('state', '=', 'sent')]))
    .orderBy('tried_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last?.error ? { ...last, error: last.error } : undefined;
}
