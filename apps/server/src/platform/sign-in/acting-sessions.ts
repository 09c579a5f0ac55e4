import type { Session } from '@key2xs/contract';
import { sql } from 'kysely';
import type { Deps, Tx } from '../deps';
import { hashToken, newToken } from './sessions';

export type ActingSession = { actsFor: string; as: 'deputy' | 'view'; reason?: string; endsAt: Date };

const tokenMs = 3_600_000;

/**
 * A second session of the holder of a session, with the rights of another administrator. When that proof was given last stays
 * as it is. Ends at `endsAt` at the latest.
 * @returns undefined when the holder's session has ended meanwhile
 */
export async function startActingSession(
  tx: Tx,
  { clock, newId }: Pick<Deps, 'clock' | 'newId'>,
  sessionId: string,
  { actsFor, as, reason, endsAt }: ActingSession,
): Promise<(Session & { id: string }) | undefined> {
  const now = clock();
  const [token, id] = [newToken(), newId()];
  const expiresAt = new Date(Math.min(now.getTime() + tokenMs, endsAt.getTime()));
  const { rows } = await sql`
    insert into session (id, admin_id, token_hash, created_at, expires_at, ends_at, user_agent, address, proved_at, acts_for, acts_as, reason)
    select ${id}, admin_id, ${hashToken(token)}, ${now}, least(${expiresAt}::timestamptz, ends_at), least(${endsAt}::timestamptz, ends_at),
      user_agent, address, proved_at, ${actsFor}, ${as}, ${reason ?? null}
    from session where id = ${sessionId} and expires_at > ${now}
    returning id`.execute(tx);
  if (rows.length === 0) return undefined;
  const expires_in = Math.floor((expiresAt.getTime() - now.getTime()) / 1_000);
  return { id, access_token: token, token_type: 'bearer', expires_in };
}

/** The sessions that act for this administrator as their deputy. */
export async function endDeputySessions(tx: Tx, adminId: string): Promise<void> {
  await tx.deleteFrom('session').where('acts_for', '=', adminId).where('acts_as', '=', 'deputy').execute();
}
