import type { ReminderAudience } from '@key2xs/contract';
import { clockIn, isBetweenClocks } from '@key2xs/domain';
import { type Language, type Sentence, say } from '@key2xs/texts';
import { sql } from 'kysely';
import { recordEvents } from '#platform/audit/audit';
import { isPutBack } from '#platform/audit/audit-chain';
import { storableJson } from '#platform/database/storable-json';
import type { Caller, Db, Deps } from '#platform/deps';
import { backoff } from '#platform/jobs/backoff';
import { readWording } from '#platform/mail/mail-wording';
import { type Mailer, MailNotTaken } from '#platform/mail/mailer';
import { renderMail } from '#platform/mail/render-mail';
import { asProduct } from '#platform/visible-to';
import { keysOf, standingsOf } from '../../keys/relation';
import { peopleOf } from '../../people/relation';
import { readPolicy } from '../policy';
import { zonesOfSystems } from '../zones';
import { emitReturns } from './emit-returns';
import { dayWords, momentWords } from './moment-words';

type Needed = Pick<Deps, 'db' | 'config' | 'log' | 'auditNote' | 'clock' | 'signEvent' | 'mailer'>;

/** Longer than sending one takes: after it, its process counts as dead. */
const claimSeconds = 120;
const pauses = { firstMs: 60_000, maxMs: 4 * 3_600_000 };
/** A reminder that comes later than that is none. */
const maxDays = 2;

/**
 * Sends the reminders that are due, one after the other. One whose process died between sending and noting that is sent again under the
 * same name. What was updated or given back meanwhile is left out; a mail without a key left is not sent. After an earlier state of the
 * database was put back, mails are held until that is accepted; then those of before are deleted.
 */
export async function sendReminders(deps: Needed, stopping: AbortSignal): Promise<void> {
  const { db, mailer } = deps;
  if (!mailer || !(await isAnyDue(deps)) || (await isPutBack(deps))) return;
  await sql`
    delete from key_reminder using audit_head
    where key_reminder.state = 'waiting' and key_reminder.created_at <= audit_head.accepted_at`.execute(db);
  const { reminders, time_zone } = await readPolicy(db);
  const isQuiet = reminders.quiet !== null && isBetweenClocks(clockIn(time_zone, deps.clock()), reminders.quiet);
  while (!stopping.aborted) {
    const due = await claimDue(deps, isQuiet);
    if (!due || !(await sendDue(deps, mailer, due, { stopping, time_zone }))) return;
  }
}

async function isAnyDue({ db, clock }: Needed): Promise<boolean> {
  const { rows } = await sql`
    select from key_reminder where state = 'waiting' and due_at <= ${clock()} limit 1`.execute(db);
  return rows.length > 0;
}

type Due = { id: string; mail_address: string; language: Language; attempts: number; asked_by: string | null };

/** Claims the mail that has been due for longest; in a quiet time only what a person has asked for. */
async function claimDue({ db, clock }: Needed, isQuiet: boolean): Promise<Due | undefined> {
  const now = clock();
  const { rows } = await sql<Due>`
    update key_reminder set attempts = attempts + 1, due_at = ${now}::timestamptz + make_interval(secs => ${claimSeconds})
    where id = (
      select id from key_reminder where state = 'waiting' and due_at <= ${now}::timestamptz and (asked_by is not null or not ${isQuiet}::boolean)
      order by due_at limit 1 for update skip locked)
    returning id, mail_address, language, attempts, asked_by`.execute(db);
  return rows[0];
}

/** @returns false where the mail server does not answer, so that the others wait */
async function sendDue(
  deps: Needed,
  mailer: Mailer,
  due: Due,
  { stopping, time_zone }: { stopping: AbortSignal; time_zone: string },
): Promise<boolean> {
  const { db, config, log } = deps;
  const lines = await loadLines(db, due.id);
  const needed = lines.filter(({ is_needed }) => is_needed);
  if (needed.length === 0) {
    await end(deps, due, { state: 'needless', lines });
    return true;
  }
  const zones = await zonesOfSystems(asProduct(db)); // background work
  const zoneOf = (line: Line) => zones.get(line.connection_id) ?? time_zone;
  const content = contentOf(needed, { language: due.language, now: deps.clock(), zoneOf });
  const own = await readWording(db, due.language);
  const mail = renderMail(content, { language: due.language, publicUrl: config.publicUrl, own });
  try {
    await mailer.send({ ...mail, to: due.mail_address, name: `reminder-${due.id}` }, stopping);
  } catch (error) {
    if (!(error instanceof MailNotTaken)) throw error;
    log.warn({ reminder_id: due.id, reason: error.message }, 'mail not sent');
    await saveFailure(deps, due, error);
    return error.isAnswered;
  }
  await end(deps, due, { state: 'sent', lines });
  return true;
}

type Line = {
  key_id: string;
  audience: ReminderAudience;
  marking: string;
  connection_id: string;
  holder: string | null;
  ends_at: Date;
  is_sure: boolean;
  is_needed: boolean;
  case_id: string | null;
  /** Whether the case says until when. */
  is_dated: boolean;
};

/** A key that was updated works longer than when it was to be reminded of; one may have been returned, or have more time for it. */
async function loadLines(db: Db, id: string): Promise<Line[]> {
  const reader = asProduct(db); // background work
  const { rows } = await sql<Line>`
    select line.key_id, line.audience, key.marking, key.connection_id, custodian.display_name as holder,
      case when line.case_id is null then coalesce(standing.ends_at, line.ends_at) else coalesce(due.due_at, line.ends_at) end
        as ends_at,
      standing.is_sure, line.case_id, due.due_at is not null as is_dated,
      key.deleted_at is null and standing.state = 'handed_out' and standing.person_id = line.person_id
        and case when line.case_id is null then coalesce(standing.ends_at <= line.ends_at, false)
          else due.kind = 'return' and due.closed_at is null and coalesce(due.due_at <= line.ends_at, true) end as is_needed
    from key_reminder_key as line join ${keysOf(reader)} on key.id = line.key_id
    join ${standingsOf(reader)} on standing.key_id = key.id
    left join ${peopleOf(reader, 'custodian')} on custodian.id = line.person_id
    left join key_case as due on due.id = line.case_id
    where line.reminder_id = ${id}
    order by line.audience, ends_at, key.marking`.execute(db);
  return rows;
}

type Telling = { language: Language; now: Date; zoneOf: (line: Line) => string };

const keysShown = 100;

/** Tells which keys, when and what to do; never which doors they open. */
function contentOf(lines: readonly Line[], telling: Telling) {
  const own = lines.filter(({ audience }) => audience === 'holder');
  // A manager who is also security is reminded once.
  const others = new Map(
    lines.flatMap((line) => (line.audience === 'holder' ? [] : [[`${line.key_id} ${line.case_id}`, line] as const])),
  );
  const shown = [...own, ...others.values()];
  const left = shown.length - keysShown;
  const path = pathOf(lines.filter(({ audience }) => audience === 'security'));
  return {
    ...headOf(shown, own.length > 0 ? 'own' : 'other'),
    items: [
      ...shown.slice(0, keysShown).map((line) => tellLine(line, telling)),
      ...(left > 0 ? [say('mail.keyReminder.more', { count: left })] : []),
    ],
    ...(path !== undefined && { path }),
    footer: say('mail.keyReminder.footer'),
  };
}

/** Of keys that stop working, of keys to be returned, or of both. */
function headOf(shown: readonly Line[], whose: 'own' | 'other'): { subject: Sentence; text: Sentence } {
  const returns = shown.filter(({ case_id }) => case_id !== null);
  const count = new Set(shown.filter(({ audience }) => (audience === 'holder') === (whose === 'own')).map(keyOf)).size;
  const isSecurity = returns.some(({ audience }) => audience === 'security');
  const ofEnds = say(whose === 'own' ? 'mail.keyReminder.text' : 'mail.keyReminder.textOther');
  const ofReturns = say(
    whose === 'own' ? 'mail.keyReturn.text' : isSecurity ? 'mail.keyReturn.textSecurity' : 'mail.keyReturn.textOther',
  );
  if (returns.length === 0)
    return {
      subject: say(`mail.keyReminder.${whose === 'own' ? 'subject' : 'subjectOther'}`, { count }),
      text: ofEnds,
    };
  if (returns.length === shown.length)
    return {
      subject: say(`mail.keyReturn.${whose === 'own' ? 'subject' : 'subjectOther'}`, { count }),
      text: ofReturns,
    };
  return {
    subject: say('mail.keyReturn.subjectBoth', { count: new Set(shown.map(keyOf)).size }),
    text: say('mail.keyReturn.both', { returns: ofReturns, ends: ofEnds }),
  };
}

const keyOf = ({ key_id }: Line) => key_id;

function tellLine(line: Line, { language, now, zoneOf }: Telling): Sentence {
  const { marking, holder, case_id, audience } = line;
  const name = holder ?? '–';
  if (case_id !== null) {
    const day = dayWords(line.ends_at, { zone: zoneOf(line), language });
    const state = !line.is_dated ? 'undated' : line.ends_at <= now ? 'overdue' : 'due';
    return audience === 'holder'
      ? say(`mail.keyReturn.own.${state}`, { marking, day })
      : say(`mail.keyReturn.other.${state}`, { marking, day, name });
  }
  const moment = momentWords(line.ends_at, { zone: zoneOf(line), language });
  const state = line.ends_at <= now ? 'stopped' : line.is_sure ? 'stops' : 'recorded';
  return audience === 'holder'
    ? say(`mail.keyReminder.own.${state}`, { marking, moment })
    : say(`mail.keyReminder.other.${state}`, { marking, moment, name });
}

/** Where security acts; holders and managers have no account. */
function pathOf(lines: readonly Line[]): string | undefined {
  const cases = lines.flatMap(({ case_id }) => case_id ?? []);
  if (cases.length === 1) return `/keys/cases/${cases[0]}`;
  if (cases.length > 1) return '/keys/cases?kind=return';
  return lines.length > 0 ? '/admin/activation?tab=forecast' : undefined;
}

async function end(
  deps: Needed,
  { id, asked_by }: Due,
  { state, lines }: { state: 'sent' | 'needless'; lines: readonly Line[] },
): Promise<void> {
  const caller: Caller = { actor: undefined, name: 'key reminders', request_id: null, sign: deps.signEvent };
  const isSent = ({ is_needed }: Line) => state === 'sent' && is_needed;
  await deps.db.transaction().execute(async (tx) => {
    await sql`
      update key_reminder set state = ${state}, problem = null, ended_at = ${deps.clock()} where id = ${id}`.execute(
      tx,
    );
    const needless = lines.filter((line) => !isSent(line));
    for (const { key_id, audience, case_id } of needless)
      await tx
        .updateTable('key_reminder_key')
        .set({ is_needless: true })
        .where('reminder_id', '=', id)
        .where('key_id', '=', key_id)
        .where('audience', '=', audience)
        .where('case_id', 'is not distinct from', case_id)
        .execute();
    await recordEvents(
      tx,
      caller,
      'key.reminded',
      lines.filter(isSent).map(({ key_id, audience, marking, case_id }) => ({
        id: key_id,
        details: {
          ...{ marking, to: audience, reminder_id: id },
          ...(asked_by !== null && { asked_by }),
          ...(case_id !== null && { case_id }),
        },
      })),
    );
    await emitReturns(tx, lines.filter(isSent), { happening: 'reminded', actor_name: null });
  });
}

/** Schedules another attempt, or gives up. */
async function saveFailure(
  { db, clock }: Needed,
  { id, attempts }: Due,
  { sentence, isFinal }: MailNotTaken,
): Promise<void> {
  const seconds = backoff(attempts, pauses) / 1_000;
  const now = clock();
  const isOver = sql<boolean>`(${isFinal}::boolean or created_at < ${now}::timestamptz - make_interval(days => ${maxDays}))`;
  await sql`
    update key_reminder set problem = ${storableJson(sentence)}::jsonb, due_at = ${now}::timestamptz + make_interval(secs => ${seconds}),
      state = case when ${isOver} then 'failed' else 'waiting' end, ended_at = case when ${isOver} then ${now}::timestamptz end
    where id = ${id}`.execute(db);
}

const keptDays = 365;

/** Deletes reminders of more than a year. */
export async function forgetReminders(db: Db): Promise<void> {
  await sql`
    delete from key_reminder where ended_at < now() - make_interval(days => ${keptDays})`.execute(db);
}
