import type { Administrator, AdministratorUpdate } from '@key2xs/contract';
import { checkGrant } from '@key2xs/domain';
import { say } from '@key2xs/texts';
import { recordEvent } from '#platform/audit/audit';
import type { Actor, Caller, Deps, Tx } from '#platform/deps';
import { saveMailAddress } from '#platform/mail/mail-settings';
import { refuseOtherVersion } from '#platform/other-version';
import { endAccess } from '#platform/sign-in/sessions';
import type { Reader } from '#platform/visible-to';
import { type Account, getAccount, rightsOf } from './accounts';
import { noteMailAddress } from './events';
import { getAdministrator } from './get-administrator';
import { refuseGrant, requireSuperAdmin, startGranting } from './granting';
import { type ResolvedRights, resolveRights } from './rights/resolve-rights';
import { writeRights } from './rights/write-rights';

export type Managing = { actor: Actor; caller: Caller; reader: Reader };

/**
 * Other rights end every session of the administrator.
 * @throws AppError not_found, forbidden, conflict, version_conflict, validation_failed
 */
export async function changeAdministrator(
  deps: Deps,
  { actor, caller, reader }: Managing,
  id: string,
  { body, expectedVersion }: { body: AdministratorUpdate; expectedVersion: number | undefined },
): Promise<Administrator> {
  await deps.db.transaction().execute(async (tx) => {
    const { granter, placeAbove } = await startGranting(tx, deps, actor);
    const before = await getAccount(tx, id);
    refuseOtherVersion(before.version, expectedVersion, say('administrator.changed'));
    const rights = await rightsAfter(tx, before, body);
    const after = { ...before, ...rights, ...ownFields(before, body) };
    const isOther = !isSame(listRights(before), listRights(after));
    if (isOther || id !== granter.id) {
      refuseGrant(checkGrant(granter, { id, before: rightsOf(before), after: rightsOf(after) }, placeAbove));
    }
    const { name, role, valid_from, valid_until, mail_address } = after;
    await tx
      .updateTable('admin')
      .set((q) => ({ name, role, valid_from, valid_until, version: q('version', '+', 1) }))
      .where('id', '=', id)
      .execute();
    if (mail_address !== before.mail_address) {
      await saveMailAddress(tx, id, mail_address, reader.language);
      await noteMailAddress(tx, id, { from: before.mail_address, to: mail_address });
    }
    if (isOther) {
      await writeRights(tx, id, after);
      await removeUnfitDeputies(tx, id);
      await endAccess(tx, id);
      if (before.role === 'superadmin') await requireSuperAdmin(tx, deps.clock());
    }
    await recordEvent(tx, caller, 'admin.updated', { id, details: differences(before, after, body.reason) });
  });
  return getAdministrator(reader, id);
}

const ownFields = (
  before: Account,
  { name = before.name, mail_address = before.mail_address }: AdministratorUpdate,
) => ({
  name,
  mail_address,
});

/** Who becomes a super admin loses roles and scope, as nothing of them has effect. */
function rightsAfter(tx: Tx, before: Account, body: AdministratorUpdate): Promise<ResolvedRights> {
  const role = body.role ?? before.role;
  const isPromotion = role === 'superadmin' && before.role !== 'superadmin';
  const unchanged = isPromotion
    ? { role_ids: [], scope: null }
    : { role_ids: before.roles.map((one) => one.id), scope: toWritten(before.scope) };
  const {
    valid_from = before.valid_from?.toISOString() ?? null,
    valid_until = before.valid_until?.toISOString() ?? null,
  } = body;
  const { role_ids = unchanged.role_ids, scope = unchanged.scope } = body;
  return resolveRights(tx, { role, role_ids, scope, valid_from, valid_until }, before.scope?.places ?? []);
}

const toWritten = (scope: Account['scope']) =>
  scope && {
    departments: scope.departments && [...scope.departments],
    places: scope.places && [...scope.places],
  };

/** For comparing and for the audit log. */
const listRights = ({ role, roles, scope, valid_from, valid_until }: ResolvedRights) => ({
  role,
  roles: roles.map(({ name }) => name),
  scope: scope && { departments: scope.departments?.toSorted() ?? null, places: scope.places?.toSorted() ?? null },
  valid_from: valid_from?.toISOString() ?? null,
  valid_until: valid_until?.toISOString() ?? null,
});

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

function differences(before: Account, after: Account, reason: string | undefined) {
  const [from, to] = [before, after].map((account) => ({
    name: account.name,
    mail_address: account.mail_address,
    ...listRights(account),
  }));
  const names = Object.keys(from ?? {}) as (keyof typeof from)[];
  const changed = names.filter((name) => !isSame(from?.[name], to?.[name]));
  const pick = (values: typeof from) => Object.fromEntries(changed.map((name) => [name, values?.[name]]));
  return { before: pick(from), after: pick(to), ...(reason !== undefined && { reason }) };
}

/** A super admin is represented by a super admin only. The sessions of such deputies end with those of the administrator. */
async function removeUnfitDeputies(tx: Tx, id: string): Promise<void> {
  await tx
    .updateTable('admin')
    .from('admin as deputy')
    .set({ deputy_id: null, deputy_from: null, deputy_until: null })
    .whereRef('deputy.id', '=', 'admin.deputy_id')
    .where('admin.role', '=', 'superadmin')
    .where('deputy.role', '=', 'subadmin')
    .where((q) => q.or([q('admin.id', '=', id), q('deputy.id', '=', id)]))
    .execute();
}
