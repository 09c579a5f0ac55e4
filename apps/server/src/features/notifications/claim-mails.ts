import type { NoticeKind } from '@key2xs/contract';
import {
  dayIn,
  isQuiet,
  type NoticePlan,
  type NoticeTimes,
  type NoticeUrgency,
  nextDaily,
  planNotice,
} from '@key2xs/domain';
import type { Language } from '@key2xs/texts';
import { sql } from 'kysely';
import type { Db, Tx } from '#platform/deps';
import { isInForce } from '#platform/sign-in/rights';

/** One event, of a mail to an administrator. */
export type DueEvent = { event_id: string; kind: string; payload: unknown; is_chosen: boolean };

/** A mail that is sent now, with the events it is about. */
export type DueMail = {
  admin_id: string;
  attempts: number;
  /** Null: this administrator no longer gets mails. */
  mail_address: string | null;
  language: Language;
  /** Of a daily mail. */
  digest_day: string | null;
  events: readonly DueEvent[];
};

type Row = Omit<DueMail, 'events'> &
  DueEvent & {
    notice: NoticeKind | null;
    urgency: NoticeUrgency;
    event_group: string;
    times: NoticeTimes;
  };

/** Longer than sending one takes: after it, its process counts as dead. */
const claimSeconds = 120;

/**
 * Claims the mail that has been due for longest. Whether it may be sent now is decided here, by what was mailed meanwhile and the settings of
 * its reader; what may not is put off. One process at a time decides, so that two cannot mail of one group.
 */
export function claimDue(db: Db, now: Date): Promise<DueMail | undefined> {
  return db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext('mail-claims'))`.execute(tx);
    for (;;) {
      const [first] = await readRows(
        tx,
        sql`
        delivery.state = 'waiting' and delivery.due_at <= ${now} order by delivery.due_at, delivery.event_id limit 1`,
      );
      if (!first) return undefined;
      const rows =
        first.digest_day === null
          ? [first]
          : await readRows(
              tx,
              sql`
              delivery.state = 'waiting' and delivery.admin_id = ${first.admin_id} and delivery.digest_day = ${first.digest_day}::date
              order by delivery.event_id`,
            );
      const sendable = first.digest_day === null ? await holdBack(tx, rows, now) : await holdBackDaily(tx, rows, now);
      if (sendable.length === 0) continue;
      await sql`
        update mail_delivery set attempts = attempts + 1, tried_at = ${now},
          due_at = ${now}::timestamptz + make_interval(secs => ${claimSeconds})
        where admin_id = ${first.admin_id} and event_id = any(${sendable.map(({ event_id }) => event_id)}::bigint[])`.execute(
        tx,
      );
      const { admin_id, mail_address, language, digest_day } = first;
      const attempts = Math.max(...sendable.map((row) => row.attempts)) + 1;
      return { admin_id, mail_address, language, digest_day, attempts, events: sendable };
    }
  });
}

async function readRows(tx: Tx, condition: ReturnType<typeof sql>): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select delivery.event_id::text as event_id, delivery.admin_id, delivery.attempts, delivery.notice, delivery.urgency,
      delivery.event_group, delivery.digest_day::text as digest_day, event.kind, event.payload,
      case when ${isInForce('admin')} then coalesce(delivery.mail_address, chosen.mail_address) end as mail_address,
      coalesce(chosen.language, 'en') as language,
      coalesce(delivery.notice is null or delivery.notice = any(chosen.notices), false) as is_chosen,
      jsonb_build_object('delivery', coalesce(chosen.delivery, 'instant'), 'daily_at', coalesce(chosen.daily_at, '08:00'),
        'quiet', chosen.quiet, 'time_zone', coalesce(chosen.time_zone, 'UTC')) as times
    from mail_delivery as delivery join outbox as event on event.id = delivery.event_id
    join admin on admin.id = delivery.admin_id
    left join notification_settings as chosen on chosen.admin_id = delivery.admin_id
    where ${condition}`.execute(tx);
  return rows;
}

/** @returns the mail, unless it is put off */
async function holdBack(tx: Tx, rows: readonly Row[], now: Date): Promise<readonly Row[]> {
  const [row] = rows;
  if (!row || row.urgency === 'personal') return rows;
  const { times, urgency, attempts } = row;
  const [facts = { is_mailed: false, waits: false, is_daily_out: false }] = await readFacts(tx, row, now);
  const group = facts.is_mailed ? 'mailed' : facts.waits ? 'waiting' : 'free';
  const plan = planNotice(now, { times, urgency, group, isDailyOut: facts.is_daily_out });
  if (plan.digestDay === null && plan.dueAt <= now) return rows;
  // What was tried may have arrived: under another name it would come twice.
  await putOff(tx, rows, attempts > 0 ? { ...plan, digestDay: null } : plan);
  return [];
}

type Facts = { is_mailed: boolean; waits: boolean; is_daily_out: boolean };

/** What else is mailed to this administrator, by the day of their zone. What was tried counts, as it may have arrived, unless it was refused. */
async function readFacts(tx: Tx, { admin_id, event_id, event_group, times }: Row, now: Date): Promise<Facts[]> {
  const { rows } = await sql<Facts>`
    select coalesce(bool_or(event_group = ${event_group} and (is_tried_today
          or (state = 'waiting' and digest_day is null and event_id < ${event_id}::bigint))), false) as is_mailed,
      coalesce(bool_or(event_group = ${event_group} and state = 'waiting' and digest_day is not null), false) as waits,
      coalesce(bool_or(digest_day is not null and is_tried_today), false) as is_daily_out
    from (select *, (tried_at at time zone ${times.time_zone})::date = ${dayIn(times.time_zone, now)}::date
        and state <> 'failed' as is_tried_today
      from mail_delivery where admin_id = ${admin_id} and event_id <> ${event_id}::bigint
        and (state = 'waiting' or tried_at > ${now}::timestamptz - interval '2 days')) as other`.execute(tx);
  return rows;
}

/** @returns the events of a daily mail that are sent now; the others come with a later one */
async function holdBackDaily(tx: Tx, rows: readonly Row[], now: Date): Promise<readonly Row[]> {
  const [first] = rows;
  if (!first) return rows;
  const { times, admin_id, digest_day } = first;
  const wasTried = rows.some(({ attempts }) => attempts > 0);
  const { rows: mailed } = await sql<{ event_group: string; is_daily: boolean }>`
    select event_group, digest_day is not null as is_daily from mail_delivery
    where admin_id = ${admin_id} and digest_day is distinct from ${digest_day}::date and urgency <> 'personal' and state <> 'failed'
      and (tried_at at time zone ${times.time_zone})::date = ${dayIn(times.time_zone, now)}::date`.execute(tx);
  const isDailyOut = mailed.some(({ is_daily }) => is_daily);
  if (isDailyOut || isQuiet(now, times)) {
    const plan = nextDaily(now, { times, isTodayTaken: isDailyOut });
    // One that was tried keeps its events and its name.
    await putOff(tx, rows, wasTried ? { ...plan, digestDay: digest_day } : plan);
    return [];
  }
  if (wasTried) return rows;
  const groups = new Set(mailed.map(({ event_group }) => event_group));
  const later = rows.filter(({ event_group }) => groups.has(event_group));
  if (later.length > 0) await putOff(tx, later, nextDaily(now, { times, isTodayTaken: true }));
  return rows.filter(({ event_group }) => !groups.has(event_group));
}

async function putOff(tx: Tx, rows: readonly Row[], { dueAt, digestDay }: NoticePlan): Promise<void> {
  await sql`
    update mail_delivery set due_at = ${dueAt}, digest_day = ${digestDay}::date
    where admin_id = ${rows[0]?.admin_id} and event_id = any(${rows.map(({ event_id }) => event_id)}::bigint[])`.execute(
    tx,
  );
}
