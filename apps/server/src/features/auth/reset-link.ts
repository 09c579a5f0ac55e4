import type { OneTimeLink } from '@key2xs/contract';
import { accountStatus } from '@key2xs/domain';
import { say } from '@key2xs/texts';
import type { Actor, Caller, Deps } from '#platform/deps';
import { AppError } from '#platform/errors';
import { deliverLink } from '#platform/mail/deliver-link';
import type { Reader } from '#platform/visible-to';
import { getManaged } from '../administrators/service';
import { addReset } from './password-reset';

type Sending = { actor: Actor; caller: Caller; reader: Reader; origin: string | undefined };

/** Mails another administrator a link that sets a new password, or answers it. @throws AppError not_found, forbidden, conflict */
export async function sendResetLink(deps: Deps, sending: Sending, id: string): Promise<OneTimeLink> {
  const { caller, reader, origin } = sending;
  const { token, expiresAt, to } = await deps.db.transaction().execute(async (tx) => {
    const account = await getManaged(tx, deps, sending, id);
    if (account.is_service || accountStatus(account, deps.clock()) !== 'active') {
      throw new AppError('conflict', say('administrator.noSignIn'));
    }
    return { ...(await addReset(tx, deps, caller, { admin_id: id, resets_factors: false })), to: account.mail_address };
  });
  return deliverLink(deps, {
    to,
    language: reader.language,
    origin,
    path: '/reset-password',
    token,
    expiresAt,
    subject: say('mail.passwordReset.subject'),
    text: say('mail.passwordReset.text'),
  });
}
