import { Username } from '@key2xs/contract';
import type { Language } from '@key2xs/texts';
import { recordEvent } from '#platform/audit/audit';
import type { Caller, Deps, Tx } from '#platform/deps';
import { isAdminInForce } from '#platform/sign-in/rights';
import { lockAdministrators } from '../administrators/service';
import { type AdminRow, addInvited, findAdmin, findAdminByUsername } from '../auth/service';
import { takeInvitation } from '../invitations/service';
import { noteCredentialChange } from '../second-factors/events';
import type { Account } from './account';
import { createSubAdmin } from './create-sub-admin';
import { followGroups } from './follow-groups';
import { groupRights } from './group-rights';
import { findIdentity, type Identity, insertIdentity, isLinkedWith, markUsed } from './identities';
import type { SettingsRow } from './settings/settings-queries';

/** Who signs in by an account of the provider. A refusal names its reason for the audit log. */
export type Admission =
  | { is: 'admitted'; admin: AdminRow }
  | { is: 'refused'; reason: 'unknown_account' | 'not_in_force' | 'no_role' | 'groups_not_sent'; adminId?: string };

type Context = {
  deps: Deps;
  caller: Caller;
  settings: SettingsRow;
  language: Language;
  /** Of the token of an invitation that the sign-in accepts. */
  invitationHash: Buffer | null;
};

/** Finds, links or creates the administrator of an account, with the rights that the groups give where the settings say so. */
export async function admit(tx: Tx, context: Context, account: Account): Promise<Admission> {
  const { deps, caller, settings } = context;
  await lockAdministrators(tx);
  const identity = (await findIdentity(tx, account)) ?? (await linkFirst(tx, context, account));
  if ('reason' in identity) return identity;
  const { admin_id: adminId } = identity;
  const admin = await findAdmin(tx, adminId);
  if (!admin || admin.is_service || !isAdminInForce(admin, deps.clock())) {
    return { is: 'refused', reason: 'not_in_force', adminId };
  }
  if (settings.roles_from_groups) {
    const groups = await groupRights(tx, settings, account);
    if (!groups) return { is: 'refused', reason: 'groups_not_sent', adminId };
    const { role, role_ids } = await followGroups(tx, caller, { identity, admin, settings, groups });
    if (role === 'subadmin' && role_ids.length === 0) return { is: 'refused', reason: 'no_role', adminId };
  }
  await markUsed(tx, identity.id, { account: account.label, last_used_at: deps.clock() });
  return { is: 'admitted', admin: (await findAdmin(tx, adminId)) ?? admin };
}

type Refused = Extract<Admission, { is: 'refused' }>;

const refused = (reason: Refused['reason']): Refused => ({ is: 'refused', reason });

/** The first sign-in of an account. */
async function linkFirst(tx: Tx, context: Context, account: Account): Promise<Identity | Refused> {
  const username = Username.safeParse(account.username).data;
  if (username === undefined) return refused('unknown_account');
  const known = await findAdminByUsername(tx, username);
  if (known) return linkByUsername(tx, context, { account, admin: known });
  const invited = await acceptInvitation(tx, context, { account, username });
  if (invited) return invited;
  return context.settings.creates_administrators
    ? create(tx, context, { account, username })
    : refused('unknown_account');
}

/** A name proves less than an account that its owner has linked, so no super admin is linked by it. */
async function linkByUsername(
  tx: Tx,
  { deps, settings, caller }: Context,
  { account, admin }: { account: Account; admin: AdminRow },
): Promise<Identity | Refused> {
  const isOpen =
    settings.link_by_username &&
    admin.role === 'subadmin' &&
    !admin.is_service &&
    isAdminInForce(admin, deps.clock()) &&
    !(await isLinkedWith(tx, admin.id, account.issuer));
  return isOpen
    ? link(tx, { deps, caller }, { account, adminId: admin.id, linked_by: 'username' })
    : refused('unknown_account');
}

/** @returns undefined without an invitation that is open */
async function acceptInvitation(
  tx: Tx,
  context: Context,
  { account, username }: { account: Account; username: string },
): Promise<Identity | undefined> {
  const { deps, invitationHash } = context;
  const taken = invitationHash ? await takeInvitation(tx, deps, invitationHash) : undefined;
  if (!taken) return undefined;
  const { id: adminId } = await addInvited(tx, context, { username, password_hash: null }, taken);
  return link(tx, context, { account, adminId, linked_by: 'invitation' });
}

async function create(
  tx: Tx,
  context: Context,
  { account, username }: { account: Account; username: string },
): Promise<Identity | Refused> {
  const groups = await groupRights(tx, context.settings, account);
  if (!groups) return refused('groups_not_sent');
  if (groups.roleIds.length === 0) return refused('no_role');
  const adminId = await createSubAdmin(tx, context, { ...account, username, roleIds: groups.roleIds });
  return link(tx, context, { account, adminId, linked_by: 'creation' });
}

type New = { account: Account; adminId: string; linked_by: Identity['linked_by'] };

/** Links an account with an administrator, and records that; who has had an account here before is mailed. */
export async function link(
  tx: Tx,
  { deps, caller }: { deps: Pick<Deps, 'clock' | 'newId'>; caller: Caller },
  { account, adminId, linked_by }: New,
): Promise<Identity> {
  const { issuer, subject, label } = account;
  const row = { id: deps.newId(), admin_id: adminId, issuer, subject, account: label, linked_by };
  const identity = await insertIdentity(tx, { ...row, linked_at: deps.clock() });
  const details = { admin_id: adminId, issuer, account: label, linked_by };
  await recordEvent(tx, caller, 'single_sign_on.linked', { id: identity.id, details });
  const isNewAccount = linked_by === 'invitation' || linked_by === 'creation';
  if (!isNewAccount) await noteCredentialChange(tx, adminId, 'single_sign_on_linked');
  return identity;
}
