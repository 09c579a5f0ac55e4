import { recordEvent } from '#platform/audit/audit';
import type { Caller, Deps } from '#platform/deps';
import { emit } from '#platform/events/event-kind';
import { takeForgotten } from '#platform/sign-in/login-limits';
import { isAdminInForce } from '#platform/sign-in/rights';
import { passwordForgotten } from './events';
import { issueReset } from './password-reset';
import { findAdmin, findAdminByUsername } from './queries';

type Linking = Pick<Deps, 'mailer' | 'config'>;

/**
 * Without the configured address no link is mailed: the one that a request says could be an attacker's, who would get the
 * token.
 */
const canMailLinks = ({ mailer, config }: Linking): boolean => mailer !== undefined && config.publicUrl !== undefined;

/**
 * Answers and writes the same for every name; what follows, if anything, is sent later.
 * @throws AppError too_many_attempts for the network
 */
export async function forgotPassword(
  deps: Deps,
  { caller, address }: { caller: Caller; address: string },
  username: string,
) {
  const isAllowed = await takeForgotten(deps, { username, address });
  const now = deps.clock();
  await deps.db.transaction().execute(async (tx) => {
    const admin = await findAdminByUsername(tx, username);
    const mayHave = admin && isAllowed && admin.password_hash !== null && isAdminInForce(admin, now);
    const details = { username: admin?.username ?? null, address };
    await recordEvent(tx, caller, 'admin.password_forgotten', { details });
    await emit(tx, passwordForgotten, { admin_id: mayHave ? admin.id : null, at: now.toISOString() });
  });
  return { success: true as const, is_mail_configured: canMailLinks(deps) };
}

/** The link is created when the mail is sent, so it is not stored before. After this time the request has been abandoned. */
const staleMs = 3_600_000;

/** The path of a link for the mail of an event; undefined when none is to be sent. */
export async function linkOfForgotten(
  deps: Linking & Pick<Deps, 'db' | 'clock' | 'newId' | 'signEvent'>,
  { admin_id, at }: { admin_id: string | null; at: string },
): Promise<{ path: string; username: string } | undefined> {
  const isStale = deps.clock().getTime() - new Date(at).getTime() > staleMs;
  if (admin_id === null || isStale || !canMailLinks(deps)) return undefined;
  const admin = await findAdmin(deps.db, admin_id);
  const caller: Caller = { actor: undefined, name: 'forgotten password', request_id: null, sign: deps.signEvent };
  const issued = admin && (await issueReset(deps, caller, admin.username));
  return issued && { path: `/reset-password#${issued.token}`, username: issued.username };
}
