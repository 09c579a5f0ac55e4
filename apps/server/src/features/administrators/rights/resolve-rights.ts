import type { AdminScope, Role } from '@key2xs/contract';
import { foldText } from '@key2xs/domain';
import { say } from '@key2xs/texts';
import type { Scope, Tx } from '#platform/deps';
import { invalidField } from '#platform/errors';
import { placesAbove } from '../../locations/service';
import type { Account } from '../accounts';

/** As a caller writes them. */
export type WantedRights = {
  role: Role;
  role_ids: readonly string[];
  scope: AdminScope | null;
  valid_from: string | null;
  valid_until: string | null;
};

export type ResolvedRights = Pick<Account, 'role' | 'roles' | 'scope' | 'valid_from' | 'valid_until'>;

/**
 * Checks what is written and finds what it names.
 * @param stored places that may be gone, as they were in the scope before
 * @throws AppError validation_failed
 */
export async function resolveRights(
  tx: Tx,
  wanted: WantedRights,
  stored: readonly string[] = [],
): Promise<ResolvedRights> {
  const { role } = wanted;
  const [valid_from, valid_until] = [toDate(wanted.valid_from), toDate(wanted.valid_until)];
  if (valid_from && valid_until && valid_until <= valid_from) {
    throw invalidField('valid_until', say('administrator.endsBeforeItBegins'));
  }
  if (role === 'superadmin' && wanted.role_ids.length > 0) {
    throw invalidField('role_ids', say('administrator.superAdminHasAll'));
  }
  const scope = await resolveScope(tx, wanted.scope, stored);
  if (role === 'superadmin' && scope) throw invalidField('scope', say('administrator.superAdminHasAll'));
  return { role, roles: await findRoles(tx, wanted.role_ids), scope, valid_from, valid_until };
}

const toDate = (text: string | null) => (text === null ? null : new Date(text));

async function findRoles(tx: Tx, ids: readonly string[]): Promise<Account['roles']> {
  if (ids.length === 0) return [];
  const roles = await tx
    .selectFrom('admin_role')
    .select(['id', 'name', 'functions'])
    .where('id', 'in', [...ids])
    .orderBy('name_folded')
    .execute();
  if (roles.length < new Set(ids).size) throw invalidField('role_ids', say('administrator.roleGone'));
  return roles;
}

/** Null: no limit. Departments are stored folded. */
async function resolveScope(tx: Tx, scope: AdminScope | null, stored: readonly string[]): Promise<Scope | null> {
  if (!scope || (scope.departments === null && scope.places === null)) return null;
  const departments = scope.departments && [...new Set(scope.departments.map(foldText))].sort();
  const places = scope.places && [...new Set(scope.places)].sort();
  if (places && places.length > 0) {
    const known = await placesAbove(tx);
    if (places.some((id) => !known.has(id) && !stored.includes(id)))
      throw invalidField('scope', say('administrator.placeGone'));
  }
  return { departments, places };
}
