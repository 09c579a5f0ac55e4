import type { AdminFunction, AdminRole, adminRoles, Parsed } from '@key2xs/contract';
import { checkRoleEdit, checkSeparation, foldText } from '@key2xs/domain';
import { say } from '@key2xs/texts';
import { type Selectable, sql } from 'kysely';
import { recordEvent } from '#platform/audit/audit';
import type { Deleted } from '#platform/deleted';
import type { Db, Deps, Tx } from '#platform/deps';
import { AppError, notFound, stillInUse } from '#platform/errors';
import { refuseOtherVersion } from '#platform/other-version';
import type { Schema } from '#platform/schema/schema';
import { type Reader, visibleTo } from '#platform/visible-to';
import { listMembers, rightsOf } from './accounts';
import type { Managing } from './change-administrator';
import { type Granting, refuseGrant, startGranting } from './granting';

type RoleRow = Selectable<Schema['admin_role']> & { members: number; invitations: number };

const counted = (db: Db) =>
  db
    .selectFrom('admin_role')
    .selectAll()
    .select([
      sql<number>`(select count(*)::int from admin_role_member where role_id = admin_role.id)`.as('members'),
      sql<number>`(select count(*)::int from invitation_role as given join invitation on invitation.id = given.invitation_id
        where given.role_id = admin_role.id and invitation.used_at is null and invitation.revoked_at is null
          and invitation.expires_at > now())`.as('invitations'),
    ]);

export async function listRoles({ db, viewer }: Reader): Promise<AdminRole[]> {
  const rows = await counted(db).where(visibleTo(viewer, 'administrators')).orderBy('name_folded').execute();
  return rows.map(presentRole);
}

const presentRole = ({ name_folded, created_at, ...role }: RoleRow): AdminRole => ({
  ...role,
  separation_warnings: checkSeparation(role.functions),
  created_at: created_at.toISOString(),
});

async function getRole(db: Db, id: string): Promise<RoleRow> {
  const role = await counted(db).where('id', '=', id).executeTakeFirst();
  if (!role) throw notFound('admin_role');
  return role;
}

type NewRole = Parsed<typeof adminRoles.create>['body'];

/** @throws AppError conflict, forbidden */
export function createRole(deps: Deps, { actor, caller }: Managing, body: NewRole): Promise<AdminRole> {
  return deps.db.transaction().execute(async (tx) => {
    const { granter, placeAbove } = await startGranting(tx, deps, actor);
    const functions = unique(body.functions);
    refuseGrant(checkRoleEdit(granter, { before: [], after: functions, members: [] }, placeAbove));
    await refuseTakenName(tx, body.name);
    const id = deps.newId();
    const row = { ...body, functions, id, name_folded: foldText(body.name), created_at: deps.clock() };
    await tx.insertInto('admin_role').values(row).execute();
    await recordEvent(tx, caller, 'admin_role.created', { id, details: { ...body, functions } });
    return presentRole(await getRole(tx, id));
  });
}

type RoleChange = Parsed<typeof adminRoles.change>['body'];

/** Members have the other functions with their next request. @throws AppError not_found, forbidden, conflict, version_conflict */
export function changeRole(
  deps: Deps,
  { actor, caller }: Managing,
  id: string,
  { body, expectedVersion }: { body: RoleChange; expectedVersion: number | undefined },
): Promise<AdminRole> {
  return deps.db.transaction().execute(async (tx) => {
    const granting = await startGranting(tx, deps, actor);
    const before = await getRole(tx, id);
    refuseOtherVersion(before.version, expectedVersion, say('administrator.roleChanged'));
    const after = {
      name: body.name ?? before.name,
      functions: unique(body.functions ?? before.functions),
      needs_second_factor: body.needs_second_factor ?? before.needs_second_factor,
    };
    await refuseRoleEdit(tx, granting, { id, before: before.functions, after: after.functions });
    await refuseTakenName(tx, after.name, id);
    await tx
      .updateTable('admin_role')
      .set((q) => ({ ...after, name_folded: foldText(after.name), version: q('version', '+', 1) }))
      .where('id', '=', id)
      .execute();
    const { name, functions, needs_second_factor } = before;
    const details = { before: { name, functions, needs_second_factor }, after, reason: body.reason ?? null };
    await recordEvent(tx, caller, 'admin_role.updated', { id, details });
    return presentRole(await getRole(tx, id));
  });
}

/** @throws AppError forbidden */
async function refuseRoleEdit(
  tx: Tx,
  { granter, placeAbove }: Granting,
  { id, before, after }: { id: string; before: AdminFunction[]; after: AdminFunction[] },
): Promise<void> {
  const members = (await listMembers(tx, id)).map((account) => {
    const roles = account.roles.map((role) => (role.id === id ? { ...role, functions: after } : role));
    return { id: account.id, before: rightsOf(account), after: rightsOf({ ...account, roles }) };
  });
  refuseGrant(checkRoleEdit(granter, { before, after, members }, placeAbove));
}

/** @throws AppError not_found, forbidden, version_conflict, constraint_violation while someone has it */
export function removeRole(
  deps: Deps,
  { actor, caller }: Managing,
  { id, expectedVersion }: { id: string; expectedVersion: number | undefined },
): Promise<Deleted> {
  return deps.db.transaction().execute(async (tx) => {
    const granting = await startGranting(tx, deps, actor);
    const { name, functions, version, members, invitations } = await getRole(tx, id);
    refuseOtherVersion(version, expectedVersion, say('administrator.roleChanged'));
    await refuseRoleEdit(tx, granting, { id, before: functions, after: [] });
    if (members + invitations > 0) {
      throw stillInUse({
        message: say('administrator.roleInUse', { name }),
        constraint_name: 'admin_role_members',
        related_records: { administrators: members, invitations },
        details: say('administrator.roleInUseDetails'),
      });
    }
    await tx.deleteFrom('admin_role').where('id', '=', id).execute();
    await recordEvent(tx, caller, 'admin_role.deleted', { id, details: { name, functions } });
    return { success: true, message: say('record.deleted', { name }) };
  });
}

/** @throws AppError conflict */
async function refuseTakenName(tx: Tx, name: string, exceptId?: string): Promise<void> {
  const other = await tx
    .selectFrom('admin_role')
    .select('id')
    .where('name_folded', '=', foldText(name))
    .executeTakeFirst();
  if (other && other.id !== exceptId) throw new AppError('conflict', say('administrator.roleNameTaken', { name }));
}

const unique = (functions: readonly AdminFunction[]): AdminFunction[] => [...new Set(functions)];
