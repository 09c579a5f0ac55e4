import { type Answer, functionsWithin, type profile } from '@key2xs/contract';
import { anonymousName, recordEvent } from '#platform/audit/audit';
import type { Actor, Caller, Db, Deps } from '#platform/deps';
import { notFound } from '#platform/errors';
import { endOthersOf, endSessionOf, listLiveSessions } from '#platform/sign-in/own-sessions';
import { holdSession } from '#platform/sign-in/sessions';
import { listEventsOfAdmin } from '../audit/service';
import { findAccount } from './queries';

type SignedIn = { actor: Actor; caller: Caller };

/** @throws AppError not_found when the account has been deleted meanwhile */
export async function getProfile(db: Db, adminId: string): Promise<Answer<typeof profile.get>> {
  const account = await findAccount(db, adminId);
  if (!account) throw notFound('administrator');
  const { given, is_scoped, named_scope, created_at, last_sign_in_at, valid_until, ...rest } = account;
  const scope = is_scoped ? named_scope : null;
  return {
    ...rest,
    scope,
    functions: functionsWithin(scope, given),
    created_at: created_at.toISOString(),
    last_sign_in_at: last_sign_in_at?.toISOString() ?? null,
    valid_until: valid_until?.toISOString() ?? null,
  };
}

export async function listOwnSessions(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { id, proof }: Actor,
): Promise<Answer<typeof profile.listSessions>> {
  const sessions = await listLiveSessions(db, id, clock());
  return {
    items: sessions.map(({ created_at, renewed_at, ends_at, ...session }) => ({
      ...session,
      is_current: session.id === proof.id,
      started_at: created_at.toISOString(),
      renewed_at: renewed_at.toISOString(),
      ends_at: ends_at.toISOString(),
    })),
  };
}

/** @throws AppError not_found for a session of another administrator, and for one that has ended */
export function endOwnSession({ db, clock }: Pick<Deps, 'db' | 'clock'>, { actor, caller }: SignedIn, id: string) {
  return db.transaction().execute(async (tx) => {
    await holdSession(tx, actor, clock());
    if (!(await endSessionOf(tx, actor.id, id))) throw notFound('session');
    await recordEvent(tx, caller, 'session.ended', { id });
    return { success: true as const };
  });
}

export function endOtherSessions({ db, clock }: Pick<Deps, 'db' | 'clock'>, { actor, caller }: SignedIn) {
  return db.transaction().execute(async (tx) => {
    await holdSession(tx, actor, clock());
    const ended = await endOthersOf(tx, actor.id, actor.proof.id);
    await recordEvent(tx, caller, 'session.others_ended', { id: actor.proof.id, details: { ended } });
    return { ended };
  });
}

const actionsAtOnce = 50;

export async function listOwnActions(
  db: Db,
  adminId: string,
  before: string | undefined,
): Promise<Answer<typeof profile.listActions>> {
  const found = await listEventsOfAdmin(db, adminId, { before, limit: actionsAtOnce + 1 });
  const items = found.slice(0, actionsAtOnce).map(({ id, at, action, actor_id, actor_name }) => ({
    id,
    at: at.toISOString(),
    action,
    actor_name: actor_id === null && actor_name === anonymousName ? null : actor_name,
    is_own: actor_id === adminId,
  }));
  return { items, next: found.length > actionsAtOnce ? (items.at(-1)?.id ?? null) : null };
}
