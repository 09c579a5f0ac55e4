import type { Registration, Role } from '@key2xs/contract';
import { type Language, say } from '@key2xs/texts';
import type { z } from 'zod';
import { recordEvent } from '#platform/audit/audit';
import type { Caller, Deps, Tx } from '#platform/deps';
import { AppError, invalidField } from '#platform/errors';
import { saveMailAddress } from '#platform/mail/mail-settings';
import { clientNetwork } from '#platform/network/address-rules';
import { hashToken } from '#platform/sign-in/sessions';
import type { Reader } from '#platform/visible-to';
import { lockAdministrators, writeRights } from '../administrators/service';
import { isInvitationOpen, markRegistered, type Taken, takeInvitation } from '../invitations/service';
import { passwordWeakness } from './password-rules';
import { type AdminRow, findAdmin, findAdminByUsername, hasAdmin, insertAdmin } from './queries';

const registrationClosed = () => new AppError('registration_closed', say('signIn.needsInvitation'));

/**
 * The first registration becomes the super admin, even if several arrive at once; each later one uses up an invitation,
 * which decides the role.
 * @throws AppError registration_closed, validation_failed, conflict, overloaded
 */
export async function register(
  deps: Deps,
  { caller, address, reader: { language } }: { caller: Caller; address: string; reader: Reader },
  wanted: z.output<typeof Registration>,
): Promise<AdminRow> {
  await requireStrongPassword('password', wanted.password, wanted.username);
  const tokenHash = wanted.invitation_token === undefined ? undefined : hashToken(wanted.invitation_token);
  // Checked before hashing, which is expensive.
  const isInvited = tokenHash !== undefined && (await isInvitationOpen(deps.db, tokenHash, deps.clock()));
  if (!isInvited && (await hasAdmin(deps.db))) throw registrationClosed();
  const turn = { lane: clientNetwork(address), isTrusted: isInvited };
  const password_hash = await deps.passwords.hash(wanted.password, turn);

  return deps.db.transaction().execute(async (tx) => {
    await lockAdministrators(tx);
    const account = { username: wanted.username, password_hash };
    if (!(await hasAdmin(tx))) return addAdmin(tx, deps, caller, { ...account, role: 'superadmin' });
    const taken = tokenHash && (await takeInvitation(tx, deps, tokenHash));
    if (!taken) throw registrationClosed();
    return addInvited(tx, { deps, caller, language }, account, taken);
  });
}

/** Makes the account of an invitation that was taken. @throws AppError conflict when the folded username is taken */
export async function addInvited(
  tx: Tx,
  { deps, caller, language }: { deps: Deps; caller: Caller; language: Language },
  account: { username: string; password_hash: string | null },
  { id: invitationId, roles, scope, mail_address, ...taken }: Taken,
): Promise<AdminRow> {
  const { id } = await addAdmin(tx, deps, caller, { ...account, ...taken });
  await writeRights(tx, id, { roles, scope });
  if (mail_address !== null) await saveMailAddress(tx, id, mail_address, language);
  await markRegistered(tx, invitationId, id);
  const admin = await findAdmin(tx, id);
  if (!admin) throw new Error('an administrator that was just added is missing');
  return admin;
}

type NewAdmin = {
  username: string;
  /** Null: signs in by single sign-on. */
  password_hash: string | null;
  role: Role;
  name?: string | null;
  valid_from?: Date | null;
  valid_until?: Date | null;
  invited_by?: string;
};

/** @throws AppError conflict when the folded username is taken */
export async function addAdmin(tx: Tx, deps: Deps, caller: Caller, wanted: NewAdmin): Promise<AdminRow> {
  const { username, role, password_hash, name, valid_from, valid_until, invited_by } = wanted;
  if (await findAdminByUsername(tx, username)) {
    throw new AppError('conflict', say('signIn.nameTaken'));
  }
  const admin = await insertAdmin(tx, {
    ...{ id: deps.newId(), username, password_hash, role, name, valid_from, valid_until, invited_by },
    created_at: deps.clock(),
  });
  // Without a session, the new administrator is the actor.
  const self: Caller = caller.actor ? caller : { ...caller, name: username };
  await recordEvent(tx, self, 'admin.registered', { id: admin.id, details: { username, role } });
  return admin;
}

/** @throws AppError validation_failed on the field */
export async function requireStrongPassword(field: string, password: string, username: string): Promise<void> {
  const weakness = await passwordWeakness(password, username);
  if (weakness) throw invalidField(field, weakness);
}
