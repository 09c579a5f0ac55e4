import type { AdminFunction } from '@key2xs/contract';
import { type Insertable, type Selectable, sql } from 'kysely';
import type { Db, Tx } from '#platform/deps';
import type { Schema } from '#platform/schema/schema';
import { isInForce } from '#platform/sign-in/rights';

export type InvitationRow = Selectable<Schema['invitation']>;

/** Unused, within its dates, and from a super admin who may sign in. */
const open = (db: Db, now: Date) =>
  db
    .selectFrom('invitation')
    .innerJoin('admin as inviter', 'inviter.id', 'invitation.invited_by')
    .where('invitation.used_at', 'is', null)
    .where('invitation.revoked_at', 'is', null)
    .where('invitation.expires_at', '>', now)
    .where((q) => q.or([q('invitation.valid_until', 'is', null), q('invitation.valid_until', '>', now)]))
    .where('inviter.role', '=', 'superadmin')
    .where(isInForce('inviter', now));

export const findOpen = (db: Db, tokenHash: Buffer, now: Date): Promise<InvitationRow | undefined> =>
  open(db, now).selectAll('invitation').where('invitation.token_hash', '=', tokenHash).executeTakeFirst();

/** Succeeds once, even for concurrent calls. */
export const markUsed = (tx: Tx, tokenHash: Buffer, now: Date): Promise<InvitationRow | undefined> =>
  tx
    .updateTable('invitation')
    .set({ used_at: now })
    .where('id', 'in', open(tx, now).select('invitation.id').where('invitation.token_hash', '=', tokenHash))
    .where('used_at', 'is', null)
    .returningAll()
    .executeTakeFirst();

export async function markRegistered(tx: Tx, id: string, registered_as: string): Promise<void> {
  await tx.updateTable('invitation').set({ registered_as }).where('id', '=', id).execute();
}

/** Locks it until the transaction ends. */
export const lockInvitation = (tx: Tx, id: string): Promise<InvitationRow | undefined> =>
  tx.selectFrom('invitation').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();

type RoleRow = { id: string; name: string; functions: AdminFunction[] };

export const listRolesOf = (db: Db, invitationId: string): Promise<RoleRow[]> =>
  db
    .selectFrom('invitation_role')
    .innerJoin('admin_role', 'admin_role.id', 'invitation_role.role_id')
    .select(['admin_role.id', 'admin_role.name', 'admin_role.functions'])
    .where('invitation_id', '=', invitationId)
    .orderBy('name_folded')
    .execute();

/** The role that a sub-admin is given unless others are named; undefined when all roles were deleted. */
export async function findOldestRole(db: Db): Promise<string | undefined> {
  const oldest = db.selectFrom('admin_role').select('id').orderBy('created_at').orderBy('id').limit(1);
  return (await oldest.executeTakeFirst())?.id;
}

export async function insertInvitation(
  tx: Tx,
  row: Insertable<Schema['invitation']>,
  roles: readonly { id: string }[],
): Promise<void> {
  await tx.insertInto('invitation').values(row).execute();
  if (roles.length === 0) return;
  const given = roles.map((role) => ({ invitation_id: row.id, role_id: role.id }));
  await tx.insertInto('invitation_role').values(given).execute();
}

type Renewal = Pick<Insertable<Schema['invitation']>, 'token_hash' | 'invited_by' | 'expires_at'>;

export async function renewInvitation(tx: Tx, id: string, renewal: Renewal): Promise<void> {
  await tx.updateTable('invitation').set(renewal).where('id', '=', id).execute();
}

export async function markRevoked(tx: Tx, id: string, revoked_at: Date): Promise<void> {
  await tx.updateTable('invitation').set({ revoked_at }).where('id', '=', id).execute();
}

/** For the tables `invitation` and `inviter`; a used one stays used. */
export const statusOf = sql<'open' | 'used' | 'expired' | 'revoked'>`case
  when invitation.used_at is not null then 'used'
  when invitation.revoked_at is not null then 'revoked'
  when invitation.expires_at <= now() or invitation.valid_until <= now()
    or inviter.role <> 'superadmin' or not ${isInForce('inviter')} then 'expired'
  else 'open' end`;
