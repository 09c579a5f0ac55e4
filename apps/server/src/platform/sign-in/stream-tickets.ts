import type { Actor, Db, Deps } from '../deps';
import { findActorsOf } from './actor-finder';
import { hashToken, newToken } from './sessions';

const ticketSeconds = 60;

/** Creates a ticket that opens one stream as this session. Deletes those that have expired. */
export async function createStreamTicket(
  { clock }: Pick<Deps, 'clock'>,
  tx: Db,
  sessionId: string,
): Promise<{ ticket: string; expires_in: number }> {
  const now = clock();
  const ticket = newToken();
  await tx.deleteFrom('stream_ticket').where('expires_at', '<=', now).execute();
  await tx
    .insertInto('stream_ticket')
    .values({
      token_hash: hashToken(ticket),
      session_id: sessionId,
      expires_at: new Date(now.getTime() + ticketSeconds * 1_000),
    })
    .execute();
  return { ticket, expires_in: ticketSeconds };
}

/** The actor of a ticket, which is used up; undefined unless it is a live one of a live session. */
export async function redeemStreamTicket(deps: Pick<Deps, 'db' | 'clock'>, ticket: string): Promise<Actor | undefined> {
  const redeemed = await deps.db
    .deleteFrom('stream_ticket')
    .where('token_hash', '=', hashToken(ticket))
    .where('expires_at', '>', deps.clock())
    .returning('session_id')
    .executeTakeFirst();
  return redeemed && (await findActorsOf(deps, [redeemed.session_id])).get(redeemed.session_id);
}
