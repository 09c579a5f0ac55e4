import { type NotificationSettings, noticeKinds } from '@key2xs/contract';
import { say } from '@key2xs/texts';
import { renderSentence } from '@key2xs/texts/render-sentence';
import { recordEvent } from '#platform/audit/audit';
import type { Actor, Caller, Deps } from '#platform/deps';
import { AppError } from '#platform/errors';
import { findSettings, type SettingsRow, saveSettings } from '#platform/mail/mail-settings';
import { MailNotTaken } from '#platform/mail/mailer';
import { renderMail } from '#platform/mail/render-mail';
import { holdSession } from '#platform/sign-in/sessions';
import type { Reader } from '#platform/visible-to';
import { noteMailAddress } from '../administrators/events';
import { findLastFailure, planAgain } from './queries';

const usualTimes = { delivery: 'instant', daily_at: '08:00', quiet: null, time_zone: 'UTC' } as const;

/** Without an address nothing is mailed; with one everything is, until its owner chooses. */
export async function getNotifications(
  { mailer }: Pick<Deps, 'mailer'>,
  { db, language }: Reader,
  adminId: string,
): Promise<NotificationSettings> {
  const settings = (await findSettings(db, adminId)) ?? {
    ...{ mail_address: null, language, notices: [...noticeKinds] },
    ...usualTimes,
  };
  const failure = await findLastFailure(db, adminId);
  return {
    ...settings,
    is_mail_configured: mailer !== undefined,
    last_failure: failure
      ? {
          at: failure.tried_at.toISOString(),
          message: renderSentence(failure.error, language),
          is_tried_again: failure.state === 'waiting',
        }
      : null,
  };
}

type SignedIn = { actor: Actor; caller: Caller; reader: Reader };

/** @throws AppError unauthenticated */
export async function saveNotifications(
  deps: Pick<Deps, 'db' | 'mailer' | 'clock'>,
  { actor, caller, reader }: SignedIn,
  after: SettingsRow,
): Promise<NotificationSettings> {
  await deps.db.transaction().execute(async (tx) => {
    await holdSession(tx, actor, deps.clock());
    const before = (await findSettings(tx, actor.id)) ?? null;
    await saveSettings(tx, actor.id, after);
    await planAgain(tx, actor.id);
    await noteMailAddress(tx, actor.id, { from: before?.mail_address ?? null, to: after.mail_address });
    await recordEvent(tx, caller, 'notifications.updated', { id: actor.id, details: { before, after } });
  });
  return getNotifications(deps, reader, actor.id);
}

/** @throws AppError conflict where there is no mail server or no address */
export async function sendTestMail(
  { db, mailer, config, newId }: Pick<Deps, 'db' | 'mailer' | 'config' | 'newId'>,
  { actor, caller, reader, signal }: SignedIn & { signal: AbortSignal },
) {
  if (!mailer) throw new AppError('conflict', say('mail.notConfigured'));
  const { mail_address: to = null, language = reader.language } = (await findSettings(db, actor.id)) ?? {};
  if (to === null) throw new AppError('conflict', say('mail.noAddress'));
  const content = { subject: say('mail.test.subject'), text: say('mail.test.text') };
  const mail = renderMail(content, { language, publicUrl: config.publicUrl });
  const failure = await mailer.send({ ...mail, to, name: `test-${newId()}` }, signal).catch((error: unknown) => {
    if (error instanceof MailNotTaken) return error.sentence;
    throw error;
  });
  const is_sent = !failure;
  await db
    .transaction()
    .execute((tx) => recordEvent(tx, caller, 'notifications.test_mail_sent', { id: actor.id, details: { is_sent } }));
  return { is_sent, message: renderSentence(failure ?? say('mail.test.sent', { address: to }), reader.language) };
}
