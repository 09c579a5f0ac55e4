import { sql } from 'kysely';
import { recordEvent } from '#platform/audit/audit';
import type { Caller, Tx } from '#platform/deps';
import { isInForce } from '#platform/sign-in/rights';
import { endAccess } from '#platform/sign-in/sessions';
import { writeRights } from '../administrators/service';
import type { AdminRow } from '../auth/service';
import { createdScope } from './create-sub-admin';
import type { GroupRights } from './group-rights';
import { type Identity, markMadeSuperAdmin } from './identities';
import { listRoleIds, setRole } from './settings/rights-queries';
import type { SettingsRow } from './settings/settings-queries';

type Rights = { role: 'superadmin' | 'subadmin'; role_ids: readonly string[] };

type Following = { identity: Identity; admin: AdminRow; settings: SettingsRow; groups: GroupRights };

/**
 * Sets the rights of an administrator to those that the groups give; other sessions end when they change. Super admins appointed
 * by a person stay so, and so does the last one who can sign in without the provider.
 */
export async function followGroups(
  tx: Tx,
  caller: Caller,
  { identity, admin, settings, groups }: Following,
): Promise<Rights> {
  const { id, admin_id } = identity;
  const { role } = admin;
  const before: Rights = { role, role_ids: await listRoleIds(tx, admin_id) };
  const after = await rightsAfter(tx, { identity, before, groups });
  if (JSON.stringify(before) === JSON.stringify(after)) return after;
  if (before.role !== after.role) {
    await setRole(tx, admin_id, after.role);
    await markMadeSuperAdmin(tx, id, after.role === 'superadmin');
  }
  await writeRights(tx, admin_id, {
    roles: after.role_ids.map((role_id) => ({ id: role_id })),
    scope: scopeAfter({ before, after, admin, settings }),
  });
  await endAccess(tx, admin_id);
  const details = { before, after, because: 'groups of single sign-on' };
  await recordEvent(tx, { ...caller, name: 'single sign-on' }, 'admin.updated', { id: admin_id, details });
  return after;
}

type Scoping = Pick<Following, 'admin' | 'settings'> & { before: Rights; after: Rights };

/** A super admin has no scope; who is one no longer has that of the settings. */
function scopeAfter({ before, after, admin, settings }: Scoping) {
  if (after.role === 'superadmin') return null;
  return before.role === 'superadmin' ? createdScope(settings) : admin.scope;
}

type Change = { identity: Identity; before: Rights; groups: GroupRights };

async function rightsAfter(tx: Tx, { identity, before, groups }: Change): Promise<Rights> {
  // Whom single sign-on has created becomes a super admin by a person only.
  if (groups.isSuperAdmin && identity.linked_by !== 'creation') return { role: 'superadmin', role_ids: [] };
  if (before.role === 'superadmin') {
    const stays = !identity.made_super_admin || !(await hasOtherSuperAdmin(tx, identity.admin_id));
    if (stays) return before;
  }
  return { role: 'subadmin', role_ids: groups.roleIds };
}

/** Whether another super admin can sign in by password, without an end. */
async function hasOtherSuperAdmin(tx: Tx, id: string): Promise<boolean> {
  const other = await tx
    .selectFrom('admin')
    .select('id')
    .where('role', '=', 'superadmin')
    .where('id', '<>', id)
    .where('password_hash', 'is not', null)
    .where('valid_until', 'is', null)
    .where(isInForce('admin'))
    .where(sql<boolean>`not is_service`)
    .limit(1)
    .executeTakeFirst();
  return other !== undefined;
}
