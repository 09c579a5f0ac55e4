import { isPutBack } from '#platform/audit/audit-chain';
import type { Deps } from '#platform/deps';
import { type Mailer, MailNotTaken } from '#platform/mail/mailer';
import { renderMail } from '#platform/mail/render-mail';
import { notices } from './notices';
import { claimDue, type DueMail, deleteEarlier, deleteMail, isAnyDue, markFailed, markSent } from './queries';

type Needed = Pick<Deps, 'db' | 'config' | 'log' | 'auditNote' | 'clock' | 'newId' | 'signEvent'>;

/**
 * Sends the mails that are due, one after the other. One whose process died between sending and noting that is sent again under the
 * same name. After an earlier state of the database was put back, mails are held until that is accepted; then those of earlier events are
 * deleted.
 */
export async function sendMails(deps: Needed & Pick<Deps, 'mailer'>, stopping: AbortSignal): Promise<void> {
  const { mailer } = deps;
  if (!mailer || !(await isAnyDue(deps.db)) || (await isPutBack(deps))) return;
  await deleteEarlier(deps.db);
  while (!stopping.aborted) {
    const due = await claimDue(deps.db);
    if (!due || !(await sendDue(deps, mailer, due, stopping))) return;
  }
}

/** @returns false where the mail server does not answer, so that the others wait */
async function sendDue(deps: Needed, mailer: Mailer, due: DueMail, stopping: AbortSignal) {
  const { db, config, log } = deps;
  const { mail_address: to, language, event_id, admin_id, kind, payload } = due;
  const notice = notices.find((one) => one.kind === kind);
  const content = to === null ? undefined : await notice?.mailOf(payload, { ...deps, mailer });
  if (to === null || !content) {
    await deleteMail(db, due);
    return true;
  }
  const mail = renderMail(content, { language, publicUrl: config.publicUrl });
  try {
    await mailer.send({ ...mail, to, name: `event-${event_id}.${admin_id}` }, stopping);
  } catch (error) {
    if (!(error instanceof MailNotTaken)) throw error;
    log.warn({ event_id, admin_id, reason: error.message }, 'mail not sent');
    await markFailed(db, due, error);
    return error.isAnswered;
  }
  await markSent(db, due);
  return true;
}
