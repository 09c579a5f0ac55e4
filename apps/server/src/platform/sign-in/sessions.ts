import { hash, randomBytes } from 'node:crypto';
import type { Session } from '@key2xs/contract';
import { say } from '@key2xs/texts';
import { sql } from 'kysely';
import type { Actor, Deps, Tx } from '../deps';
import { AppError } from '../errors';

type Making = Pick<Deps, 'clock' | 'newId'>;

const tokenSeconds = 3_600;
const sessionMs = 12 * 3_600_000;

/** 256 random bits. Store only its hash. */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** No salt and no slow hash: a random token cannot be guessed. */
export const hashToken = (token: string): Buffer => hash('sha256', token, 'buffer');

/** From where a session was started. */
export type Client = { address: string; userAgent: string | undefined };

const userAgentLength = 500;

/** Signs an administrator in for an hour, extendable to 12 hours. Deletes the administrator's ended sessions. */
export async function startSession(
  tx: Tx,
  { clock, newId }: Making,
  adminId: string,
  client?: Client,
): Promise<Session & { id: string }> {
  const now = clock();
  const token = newToken();
  const id = newId();
  await tx.deleteFrom('session').where('admin_id', '=', adminId).where('expires_at', '<=', now).execute();
  await tx
    .insertInto('session')
    .values({
      id,
      admin_id: adminId,
      token_hash: hashToken(token),
      created_at: now,
      proved_at: now,
      renewed_at: now,
      address: client?.address ?? null,
      user_agent: client?.userAgent?.slice(0, userAgentLength) ?? null,
      expires_at: new Date(now.getTime() + tokenSeconds * 1_000),
      ends_at: new Date(now.getTime() + sessionMs),
    })
    .execute();
  return { id, access_token: token, token_type: 'bearer', expires_in: tokenSeconds };
}

/**
 * Gives the session a new token; the old one stops working at once.
 * @returns undefined when the token is no longer the session's, e.g. because another refresh was faster
 */
export async function refreshSession(
  tx: Tx,
  { clock }: Pick<Deps, 'clock'>,
  sessionId: string,
  token: string,
): Promise<Session | undefined> {
  const now = clock();
  const access_token = newToken();
  const wanted = new Date(now.getTime() + tokenSeconds * 1_000);
  const refreshed = await tx
    .updateTable('session')
    .set({
      token_hash: hashToken(access_token),
      renewed_at: now,
      expires_at: sql<Date>`least(${wanted}::timestamptz, ends_at)`,
    })
    .where('id', '=', sessionId)
    .where('token_hash', '=', hashToken(token))
    .where('expires_at', '>', now)
    .returning('expires_at')
    .executeTakeFirst();
  if (!refreshed) return undefined;
  const expires_in = Math.floor((refreshed.expires_at.getTime() - now.getTime()) / 1_000);
  return { access_token, token_type: 'bearer', expires_in };
}

export async function endSession(tx: Tx, sessionId: string): Promise<void> {
  await tx.deleteFrom('session').where('id', '=', sessionId).execute();
}

/** The holder has just proved who they are. @returns when */
export async function proveSession(tx: Tx, { clock }: Pick<Deps, 'clock'>, sessionId: string): Promise<Date> {
  const now = clock();
  await tx.updateTable('session').set({ proved_at: now }).where('id', '=', sessionId).execute();
  return now;
}

/**
 * Keeps the session of the caller from ending until the commit: the body of a request may come a while after its head. Locks the
 * administrator first, as `endAccess` does, so that neither waits for the other. Call it before locking other rows of theirs.
 * @throws AppError unauthenticated where it has ended
 */
export async function holdSession(tx: Tx, { id, proof }: Pick<Actor, 'id' | 'proof'>, now: Date): Promise<void> {
  await tx.selectFrom('admin').select('id').where('id', '=', id).forNoKeyUpdate().execute();
  const held = await tx
    .selectFrom('session')
    .select('id')
    .where('id', '=', proof.id)
    .where('expires_at', '>', now)
    .forShare()
    .executeTakeFirst();
  if (!held) throw new AppError('unauthenticated', say('signIn.first'));
}

/**
 * Ends all that lets an administrator in, and all that acts for them, with the transaction of what makes it end: a new password,
 * a suspension, other rights. Their streams end with its commit. A sign-in that is about to start a session waits, then is refused.
 * So does an open link for the password.
 */
export async function endAccess(tx: Tx, adminId: string): Promise<void> {
  await tx.selectFrom('admin').select('id').where('id', '=', adminId).forNoKeyUpdate().execute();
  await tx.deleteFrom('sign_in_attempt').where('admin_id', '=', adminId).execute();
  await tx
    .deleteFrom('session')
    .where((one) => one.or([one('admin_id', '=', adminId), one('acts_for', '=', adminId)]))
    .execute();
  // Those of a service account are all that it has: they follow its rights, and do not work while it is suspended.
  await tx
    .deleteFrom('api_token')
    .where('admin_id', '=', adminId)
    .where('admin_id', 'in', tx.selectFrom('admin').select('id').where('is_service', '=', false))
    .execute();
  await endOpenResets(tx, adminId);
}

/** Ends links for the password that were issued and not used, as anyone with one gets in. */
export async function endOpenResets(tx: Tx, adminId: string): Promise<void> {
  await tx.deleteFrom('password_reset').where('admin_id', '=', adminId).where('used_at', 'is', null).execute();
}
