import type { PasskeyRegistration, SecondFactors } from '@key2xs/contract';
import { say } from '@key2xs/texts';
import { recordEvent } from '#platform/audit/audit';
import type { Actor, Caller, Deps, Tx } from '#platform/deps';
import { AppError, notFound } from '#platform/errors';
import { withinSessionLimit } from '#platform/sign-in/login-limits';
import { holdSession } from '#platform/sign-in/sessions';
import { noteCredentialChange } from './events';
import { readFactorFacts } from './facts';
import { insertPasskey, listPasskeys, presentPasskey, verifyRegistration } from './passkeys';
import { countRecoveryCodes, createRecoveryCodes, deleteRecoveryCodes } from './recovery-codes';
import { findRelyingParty, requireRelyingParty } from './relying-party';
import { confirmTotp } from './totp-factor';

type SignedIn = { actor: Actor; caller: Caller; origin: string | undefined };

export async function getSecondFactors(
  deps: Pick<Deps, 'db' | 'config'>,
  { actor, origin }: Pick<SignedIn, 'actor' | 'origin'>,
): Promise<SecondFactors> {
  const { db } = deps;
  const totp = await db
    .selectFrom('totp_factor')
    .select(['created_at', 'last_used_at'])
    .where('admin_id', '=', actor.id)
    .executeTakeFirst();
  const { password_hash } = await db
    .selectFrom('admin')
    .select('password_hash')
    .where('id', '=', actor.id)
    .executeTakeFirstOrThrow();
  return {
    totp: totp
      ? { created_at: totp.created_at.toISOString(), last_used_at: totp.last_used_at?.toISOString() ?? null }
      : null,
    passkeys: (await listPasskeys(db, actor.id)).map(presentPasskey),
    recovery_codes_left: await countRecoveryCodes(db, actor.id),
    is_required: (await readFactorFacts(db, actor.id)).isDemanded,
    has_password: password_hash !== null,
    passkeys_possible: findRelyingParty(deps, origin) !== undefined,
  };
}

/** @throws AppError invalid_credentials, conflict, too_many_attempts */
export async function confirmOwnTotp(deps: Deps, { actor, caller }: SignedIn, code: string) {
  const checked = await withinSessionLimit(deps, actor.proof.id, async () => {
    const confirmed = await deps.db.transaction().execute(async (tx) => {
      await holdSession(tx, actor, deps.clock());
      return confirmTotp(tx, deps, caller, actor, code);
    });
    return { isRight: confirmed !== undefined, confirmed };
  });
  if (!checked.confirmed) throw new AppError('invalid_credentials', say('signIn.wrongCode'));
  return checked.confirmed;
}

/** @throws AppError invalid_credentials, conflict */
export async function addOwnPasskey(
  deps: Deps,
  { actor, caller, origin }: SignedIn,
  { name, response }: { name: string; response: PasskeyRegistration },
) {
  const party = requireRelyingParty(deps, origin);
  const verified = await verifyRegistration(deps, { response, party, purpose: `add:${actor.proof.id}` });
  if (!verified) throw new AppError('invalid_credentials', say('signIn.wrongPasskey'));
  return deps.db.transaction().execute(async (tx) => {
    await holdSession(tx, actor, deps.clock());
    return insertPasskey(tx, deps, caller, { owner: actor.id, name, verified });
  });
}

/** @throws AppError not_found */
export function renamePasskey(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { actor, caller }: SignedIn,
  { id, name }: { id: string; name: string },
) {
  return db.transaction().execute(async (tx) => {
    await holdSession(tx, actor, clock());
    const row = await tx
      .updateTable('passkey')
      .set({ name })
      .where('id', '=', id)
      .where('admin_id', '=', actor.id)
      .returningAll()
      .executeTakeFirst();
    if (!row) throw notFound('passkey');
    await recordEvent(tx, caller, 'second_factor.renamed', { id: actor.id, details: { passkey_id: id, name } });
    return presentPasskey(row);
  });
}

/** @throws AppError not_found, and conflict for the last factor where one is demanded */
export async function removePasskey(deps: Pick<Deps, 'db' | 'clock'>, { actor, caller }: SignedIn, id: string) {
  return removing(deps, actor, async (tx) => {
    const row = await tx
      .deleteFrom('passkey')
      .where('id', '=', id)
      .where('admin_id', '=', actor.id)
      .returning('name')
      .executeTakeFirst();
    if (!row) throw notFound('passkey');
    await noteCredentialChange(tx, actor.id, 'passkey_removed');
    const details = { kind: 'passkey', passkey_id: id, name: row.name };
    await recordEvent(tx, caller, 'second_factor.removed', { id: actor.id, details });
  });
}

/** @throws AppError not_found, and conflict for the last factor where one is demanded */
export async function removeTotp(deps: Pick<Deps, 'db' | 'clock'>, { actor, caller }: SignedIn) {
  return removing(deps, actor, async (tx) => {
    const { numDeletedRows } = await tx.deleteFrom('totp_factor').where('admin_id', '=', actor.id).executeTakeFirst();
    if (numDeletedRows === 0n) throw notFound('authenticator_app');
    await noteCredentialChange(tx, actor.id, 'totp_removed');
    await recordEvent(tx, caller, 'second_factor.removed', { id: actor.id, details: { kind: 'totp' } });
  });
}

/** With the last factor its recovery codes go. One removal at a time, so that two do not each leave the other's factor. */
function removing(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  remove: (tx: Tx) => Promise<void>,
): Promise<{ success: true }> {
  return db.transaction().execute(async (tx) => {
    await holdSession(tx, actor, clock());
    await remove(tx);
    const { hasTotp, hasPasskey, isDemanded } = await readFactorFacts(tx, actor.id);
    if (!hasTotp && !hasPasskey) {
      if (isDemanded) throw new AppError('conflict', say('signIn.lastFactor'));
      await deleteRecoveryCodes(tx, actor.id);
    }
    return { success: true as const };
  });
}

/** @throws AppError conflict without a second factor: alone they are good for nothing */
export function createOwnRecoveryCodes(deps: Pick<Deps, 'db' | 'secrets' | 'clock'>, { actor, caller }: SignedIn) {
  return deps.db.transaction().execute(async (tx) => {
    await holdSession(tx, actor, deps.clock());
    const { hasTotp, hasPasskey } = await readFactorFacts(tx, actor.id);
    if (!hasTotp && !hasPasskey) throw new AppError('conflict', say('signIn.noFactorYet'));
    return createRecoveryCodes(tx, deps, caller, actor.id);
  });
}
