import type { Answer, InvitationCreate, invitations } from '@key2xs/contract';
import { checkGrant, type Rights } from '@key2xs/domain';
import { say } from '@key2xs/texts';
import type { z } from 'zod';
import { recordEvent } from '#platform/audit/audit';
import type { Actor, Caller, Deps } from '#platform/deps';
import { AppError, invalidField, notFound } from '#platform/errors';
import { deliverLink, type LinkMail } from '#platform/mail/deliver-link';
import { hashToken, newToken } from '#platform/sign-in/sessions';
import type { Reader } from '#platform/visible-to';
import { refuseGrant, resolveRights, rightsOf, startGranting } from '../administrators/service';
import {
  findOldestRole,
  findOpen,
  insertInvitation,
  listRolesOf,
  lockInvitation,
  markRevoked,
  renewInvitation,
} from './queries';
import { scopeOf } from './take';

export type Inviting = { actor: Actor; caller: Caller; reader: Reader; origin: string | undefined };

const validMs = 72 * 3_600_000;
const nothing: Rights = { role: 'subadmin', functions: [], scope: { departments: [], places: [] } };

/** The link works once, for 72 hours. @throws AppError forbidden, validation_failed */
export async function invite(
  deps: Deps,
  inviting: Inviting,
  body: z.output<typeof InvitationCreate>,
): Promise<Answer<typeof invitations.invite>> {
  const { actor, caller } = inviting;
  const { name, mail_address, role } = body;
  const [id, token, now] = [deps.newId(), newToken(), deps.clock()];
  const expires_at = new Date(now.getTime() + validMs);
  await deps.db.transaction().execute(async (tx) => {
    const { granter, placeAbove } = await startGranting(tx, deps, actor);
    const usual = role === 'subadmin' ? await findOldestRole(tx) : undefined;
    const rights = await resolveRights(tx, { ...body, role_ids: body.role_ids ?? (usual ? [usual] : []) });
    const { roles, scope, valid_from, valid_until } = rights;
    if (valid_until && valid_until <= now) throw invalidField('valid_until', say('invitation.accountOver'));
    refuseGrant(checkGrant(granter, { id, before: nothing, after: rightsOf(rights) }, placeAbove));
    const limits = {
      is_limited: scope !== null,
      departments: scope?.departments ? [...scope.departments] : null,
      places: scope?.places ? [...scope.places] : null,
    };
    const account = { name, mail_address, role, valid_from, valid_until };
    const row = { id, token_hash: hashToken(token), invited_by: granter.id, created_at: now, expires_at };
    await insertInvitation(tx, { ...row, ...account, ...limits }, roles);
    const details = { ...body, roles: roles.map((one) => one.name), scope };
    await recordEvent(tx, caller, 'admin.invited', { id, details });
  });
  const link = await deliverLink(deps, mailOf(inviting, { token, to: mail_address, expires_at }));
  return { id, role, invitation_token: token, ...link };
}

const mailOf = (
  { reader, origin, actor }: Inviting,
  { token, to, expires_at }: { token: string; to: string | null; expires_at: Date },
): LinkMail => ({
  to,
  language: reader.language,
  origin,
  path: '/invitation',
  token,
  expiresAt: expires_at,
  subject: say('mail.invitation.subject'),
  text: say('mail.invitation.text', { by: actor.username }),
});

/** The caller answers for it from now on. @throws AppError not_found, forbidden, conflict */
export async function resend(deps: Deps, inviting: Inviting, id: string) {
  const token = newToken();
  const now = deps.clock();
  const expires_at = new Date(now.getTime() + validMs);
  const to = await deps.db.transaction().execute(async (tx) => {
    const { granter, placeAbove } = await startGranting(tx, deps, inviting.actor);
    const row = await lockInvitation(tx, id);
    if (!row) throw notFound('invitation');
    refuseClosed(row);
    if (row.valid_until && row.valid_until <= now) throw new AppError('conflict', say('invitation.accountOver'));
    const rights = rightsOf({ role: row.role, roles: await listRolesOf(tx, id), scope: scopeOf(row) });
    refuseGrant(checkGrant(granter, { id, before: nothing, after: rights }, placeAbove));
    await renewInvitation(tx, id, { token_hash: hashToken(token), invited_by: granter.id, expires_at });
    await recordEvent(tx, inviting.caller, 'invitation.resent', { id, details: { name: row.name } });
    return row.mail_address;
  });
  return deliverLink(deps, mailOf(inviting, { token, to, expires_at }));
}

/** @throws AppError not_found, conflict */
export function revoke(deps: Deps, caller: Caller, id: string): Promise<{ success: true }> {
  return deps.db.transaction().execute(async (tx) => {
    const row = await lockInvitation(tx, id);
    if (!row) throw notFound('invitation');
    refuseClosed(row);
    await markRevoked(tx, id, deps.clock());
    await recordEvent(tx, caller, 'invitation.revoked', { id, details: { name: row.name } });
    return { success: true };
  });
}

function refuseClosed({ used_at, revoked_at }: { used_at: Date | null; revoked_at: Date | null }): void {
  if (used_at) throw new AppError('conflict', say('invitation.isUsed'));
  if (revoked_at) throw new AppError('conflict', say('invitation.isRevoked'));
}

/** The same refusal for whatever token opens none. @throws AppError link_expired */
export async function checkInvitation(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  token: string,
): Promise<Answer<typeof invitations.check>> {
  const row = await findOpen(db, hashToken(token), clock());
  if (!row) throw new AppError('link_expired', say('invitation.notOpen'));
  const { id, name, role, expires_at } = row;
  const roles = (await listRolesOf(db, id)).map((one) => one.name);
  return { name, role, roles, expires_at: expires_at.toISOString() };
}
