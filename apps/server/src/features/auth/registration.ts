import type { Registration, Role } from '@key2xs/contract';
import { say } from '@key2xs/texts';
import { sql } from 'kysely';
import type { z } from 'zod';
import { recordEvent } from '#platform/audit/audit';
import type { Actor, Caller, Deps, Tx } from '#platform/deps';
import { AppError, invalidField } from '#platform/errors';
import { clientNetwork } from '#platform/network/address-rules';
import { hashToken, newToken } from '#platform/sign-in/sessions';
import { passwordWeakness } from './password-rules';
import {
  type AdminRow,
  findAdminByUsername,
  hasAdmin,
  insertAdmin,
  insertInvitation,
  isInvitationOpen,
  takeInvitation,
} from './queries';

const registrationLock = 4_203_791_558;
const invitationMs = 7 * 24 * 3_600_000;

const registrationClosed = () => new AppError('registration_closed', say('signIn.needsInvitation'));

/**
 * The first registration becomes the super admin, even if several arrive at once; each later one uses up an invitation,
 * which decides the role.
 * @throws AppError registration_closed, validation_failed, conflict, overloaded
 */
export async function register(
  deps: Deps,
  { caller, address }: { caller: Caller; address: string },
  wanted: z.output<typeof Registration>,
): Promise<AdminRow> {
  requireStrongPassword('password', wanted.password, wanted.username);
  const tokenHash = wanted.invitation_token === undefined ? undefined : hashToken(wanted.invitation_token);
  // Checked before hashing, which is expensive.
  const isInvited = tokenHash !== undefined && (await isInvitationOpen(deps.db, tokenHash, deps.clock()));
  if (!isInvited && (await hasAdmin(deps.db))) throw registrationClosed();
  const turn = { lane: clientNetwork(address), isTrusted: isInvited };
  const password_hash = await deps.passwords.hash(wanted.password, turn);

  return deps.db.transaction().execute(async (tx) => {
    await lockRegistration(tx);
    const isFirst = !(await hasAdmin(tx));
    const taken = isFirst ? firstAdmin : tokenHash && (await takeInvitation(tx, tokenHash, deps.clock()));
    if (!taken) throw registrationClosed();
    return addAdmin(tx, deps, caller, { username: wanted.username, password_hash, ...taken });
  });
}

/** Serializes registrations, so that "there is no administrator" stays true until the commit. */
export async function lockRegistration(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${registrationLock})`.execute(tx);
}

const firstAdmin = { role: 'superadmin' } as const;

type NewAdmin = { username: string; password_hash: string; role: Role; invited_by?: string };

/** @throws AppError conflict when the folded username is taken */
export async function addAdmin(tx: Tx, deps: Deps, caller: Caller, wanted: NewAdmin): Promise<AdminRow> {
  const { username, role } = wanted;
  if (await findAdminByUsername(tx, username)) {
    throw new AppError('conflict', say('signIn.nameTaken'));
  }
  const admin = await insertAdmin(tx, { id: deps.newId(), ...wanted, created_at: deps.clock() });
  // Without a session, the new administrator is the actor.
  const self: Caller = caller.actor ? caller : { ...caller, name: username };
  await recordEvent(tx, self, 'admin.registered', { id: admin.id, details: { username, role } });
  return admin;
}

/** Only this answer has the token; it works once, for seven days. */
export function invite(deps: Deps, caller: Caller & { actor: Actor }, role: Role) {
  const now = deps.clock();
  const id = deps.newId();
  const invitation_token = newToken();
  const expires_at = new Date(now.getTime() + invitationMs);
  return deps.db.transaction().execute(async (tx) => {
    const token_hash = hashToken(invitation_token);
    await insertInvitation(tx, { id, token_hash, role, invited_by: caller.actor.id, created_at: now, expires_at });
    await recordEvent(tx, caller, 'admin.invited', { id, details: { role } });
    return { id, role, invitation_token, expires_at: expires_at.toISOString() };
  });
}

/** @throws AppError validation_failed on the field */
export function requireStrongPassword(field: string, password: string, username: string): void {
  const weakness = passwordWeakness(password, username);
  if (weakness) throw invalidField(field, weakness);
}
