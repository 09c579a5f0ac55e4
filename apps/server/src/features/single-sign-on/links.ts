import type { ProviderAnswer, SingleSignOnLink } from '@key2xs/contract';
import { say } from '@key2xs/texts';
import { recordEvent } from '#platform/audit/audit';
import type { Actor, Caller, Db, Deps } from '#platform/deps';
import { AppError, notFound } from '#platform/errors';
import { holdSession } from '#platform/sign-in/sessions';
import { lockAdministrators } from '../administrators/service';
import { findAdmin } from '../auth/service';
import { noteCredentialChange } from '../second-factors/events';
import { link } from './admit';
import type { Call } from './failures';
import { deleteIdentity, findIdentity, type Identity, isLinkedWith, listIdentities } from './identities';
import { requireSettings, start, verifyAnswer } from './sign-in';

type SignedIn = Call & { actor: Actor };

export const listLinks = async (db: Db, adminId: string): Promise<{ items: SingleSignOnLink[] }> => ({
  items: (await listIdentities(db, adminId)).map(present),
});

const present = ({ id, issuer, account, linked_at, last_used_at }: Identity): SingleSignOnLink => ({
  id,
  issuer,
  account,
  linked_at: linked_at.toISOString(),
  last_used_at: last_used_at?.toISOString() ?? null,
});

/** @throws AppError conflict, too_many_attempts, unavailable */
export function startLink(deps: Deps, call: SignedIn, browser_key: string) {
  requireSelf(call.actor);
  return start(deps, call, { browser_key, purpose: 'link', adminId: call.actor.id });
}

/** @throws AppError conflict, sign_in_ended, unavailable */
export async function finishLink(deps: Deps, call: SignedIn, answer: ProviderAnswer): Promise<SingleSignOnLink> {
  const { actor, caller } = call;
  requireSelf(actor);
  const settings = await requireSettings(deps.db);
  const verified = { settings, answer, purpose: 'link' as const, adminId: actor.id };
  const { account } = await verifyAnswer(deps, call, verified).catch(asConflict);
  return deps.db.transaction().execute(async (tx) => {
    await lockAdministrators(tx);
    await holdSession(tx, actor, deps.clock());
    const known = await findIdentity(tx, account);
    if (known && known.admin_id !== actor.id) throw new AppError('conflict', say('singleSignOn.linkedElsewhere'));
    if (known || (await isLinkedWith(tx, actor.id, account.issuer))) {
      throw new AppError('conflict', say('singleSignOn.linkedAlready'));
    }
    return present(await link(tx, { deps, caller }, { account, adminId: actor.id, linked_by: 'administrator' }));
  });
}

/** The session of the caller is fine, whatever the provider says. */
export function asConflict(error: unknown): never {
  if (error instanceof AppError && error.code === 'invalid_credentials') throw new AppError('conflict', error.detail);
  throw error;
}

/** @throws AppError not_found; conflict where it is the only way in */
export async function unlink(deps: Deps, { actor, caller }: { actor: Actor; caller: Caller }, id: string) {
  requireSelf(actor);
  await deps.db.transaction().execute(async (tx) => {
    await lockAdministrators(tx);
    await holdSession(tx, actor, deps.clock());
    const links = await listIdentities(tx, actor.id);
    const removed = links.find((one) => one.id === id);
    if (!removed) throw notFound('record');
    const admin = await findAdmin(tx, actor.id);
    if (links.length === 1 && !admin?.password_hash) throw new AppError('conflict', say('singleSignOn.lastWay'));
    await deleteIdentity(tx, id);
    await noteCredentialChange(tx, actor.id, 'single_sign_on_unlinked');
    const { issuer, account, admin_id } = removed;
    await recordEvent(tx, caller, 'single_sign_on.unlinked', { id, details: { admin_id, issuer, account } });
  });
  return { success: true as const };
}

/** @throws AppError conflict for a session that acts for another administrator */
function requireSelf({ acting }: Actor): void {
  if (acting) throw new AppError('conflict', say('singleSignOn.notWhileActing'));
}
