import { type Sentence, say } from '@key2xs/texts';
import { isPutBack } from '#platform/audit/audit-chain';
import type { Deps } from '#platform/deps';
import { readWording } from '#platform/mail/mail-wording';
import { type Mailer, MailNotTaken } from '#platform/mail/mailer';
import { type MailItem, renderMail } from '#platform/mail/render-mail';
import { claimDue, type DueEvent, type DueMail } from './claim-mails';
import { type NoticeMail, notices } from './notices';
import { deleteEarlier, deleteMail, isAnyDue, markFailed, markSent } from './queries';

type Needed = Pick<Deps, 'db' | 'config' | 'log' | 'auditNote' | 'clock' | 'databaseClock' | 'newId' | 'signEvent'>;

/**
 * Sends the mails that are due, one after the other. One whose process died between sending and noting that is sent again under the
 * same name. After an earlier state of the database was put back, mails are held until that is accepted; then those of earlier events are
 * deleted.
 */
export async function sendMails(deps: Needed & Pick<Deps, 'mailer'>, stopping: AbortSignal): Promise<void> {
  const { mailer, db } = deps;
  if (!mailer || !(await isAnyDue(db, await deps.databaseClock(db))) || (await isPutBack(deps))) return;
  await deleteEarlier(db);
  while (!stopping.aborted) {
    const due = await claimDue(db, await deps.databaseClock(db));
    if (!due || !(await sendDue(deps, mailer, due, stopping))) return;
  }
}

/** @returns false where the mail server does not answer, so that the others wait */
async function sendDue(deps: Needed, mailer: Mailer, due: DueMail, stopping: AbortSignal) {
  const { db, config, log } = deps;
  const { mail_address: to, language, admin_id, digest_day } = due;
  const sendable: { event: DueEvent; mail: NoticeMail }[] = [];
  const needless: DueEvent[] = [];
  for (const event of due.events) {
    const mail = to === null ? undefined : await mailOf(event, { ...deps, mailer });
    if (mail) sendable.push({ event, mail });
    else needless.push(event);
  }
  if (needless.length > 0) await deleteMail(db, { admin_id, events: needless });
  const [first] = sendable;
  if (to === null || !first) return true;
  const sent = { ...due, events: sendable.map(({ event }) => event) };
  const content = digest_day === null ? first.mail : digestOf(sendable.map(({ mail }) => mail));
  const own = await readWording(db, language);
  const mail = renderMail(content, { language, publicUrl: config.publicUrl, own });
  const name = digest_day === null ? `event-${first.event.event_id}.${admin_id}` : `daily-${digest_day}.${admin_id}`;
  try {
    await mailer.send({ ...mail, to, name }, stopping);
  } catch (error) {
    if (!(error instanceof MailNotTaken)) throw error;
    log.warn({ mail: name, reason: error.message }, 'mail not sent');
    const { sentence, isFinal } = error;
    await markFailed(db, sent, { sentence, isFinal, now: await deps.databaseClock(db) });
    return error.isAnswered;
  }
  await markSent(db, sent);
  return true;
}

/** Undefined where nothing is to be said any more: its reader no longer wants it, or nothing is left to do. */
async function mailOf({ kind, payload, event_id, is_chosen }: DueEvent, making: Needed & Pick<Deps, 'mailer'>) {
  const notice = notices.find((one) => one.kind === kind);
  if (!notice || !is_chosen || (await notice.isOver(payload, { db: making.db, event_id }))) return undefined;
  return notice.mailOf(payload, making);
}

const eventsShown = 100;

/** One mail of several events, with their subjects. */
function digestOf(mails: readonly NoticeMail[]): { subject: Sentence; text: Sentence; items: readonly MailItem[] } {
  const left = mails.length - eventsShown;
  return {
    subject: say('mail.daily.subject', { count: mails.length }),
    text: say('mail.daily.text'),
    items: [
      ...mails.slice(0, eventsShown).map(({ subject, path }) => ({ sentence: subject, path })),
      ...(left > 0 ? [say('mail.daily.more', { count: left })] : []),
    ],
  };
}
