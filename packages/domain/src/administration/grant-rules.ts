import type { AdminFunction } from '@key2xs/contract';
import { hasAll, isWithin, type PlaceAbove, type Rights } from './rights';

/** Who changes rights. `actsFor`: whose rights these are, of a deputy. */
export type Granter = { id: string; actsFor: string | null; rights: Rights };

/**
 * own_rights: the granter, or the one the granter acts for, would change their own rights. has_more: the other one may do what
 * the granter may not. gets_more: so it would be afterwards.
 */
export type GrantProblem = 'own_rights' | 'has_more' | 'gets_more';

/** The rights of one administrator, before and after; the same for changes of other kinds. */
export type RightsChange = { id: string; before: Rights; after: Rights };

export function checkGrant(
  granter: Granter,
  { id, before, after }: RightsChange,
  placeAbove: PlaceAbove,
): GrantProblem | undefined {
  if (isOwn(granter, id)) return 'own_rights';
  if (!isWithin(before, granter.rights, placeAbove)) return 'has_more';
  return isWithin(after, granter.rights, placeAbove) ? undefined : 'gets_more';
}

type RoleEdit = { before: readonly AdminFunction[]; after: readonly AdminFunction[]; members: readonly RightsChange[] };

/** A role gives its functions to members, so editing it changes the rights of each. */
export function checkRoleEdit(
  granter: Granter,
  { before, after, members }: RoleEdit,
  placeAbove: PlaceAbove,
): GrantProblem | undefined {
  if (!hasAll(granter.rights, before)) return 'has_more';
  if (!hasAll(granter.rights, after)) return 'gets_more';
  for (const member of members) {
    const problem = checkGrant(granter, member, placeAbove);
    if (problem) return problem;
  }
  return undefined;
}

export type DeputyProblem = GrantProblem | 'same_person' | 'lower_role';

/** The deputy gets the rights of another one. Naming an own deputy is allowed; being one by own hand is not. */
export function checkDeputy(
  granter: Granter,
  { of, deputy }: { of: { id: string; rights: Rights }; deputy: { id: string; rights: Rights } },
  placeAbove: PlaceAbove,
): DeputyProblem | undefined {
  if (of.id === deputy.id) return 'same_person';
  if (isOwn(granter, deputy.id) || granter.actsFor === of.id) return 'own_rights';
  if (!isWithin(of.rights, granter.rights, placeAbove)) return 'has_more';
  return isDeputyRole(of.rights, deputy.rights) ? undefined : 'lower_role';
}

/** A super admin is represented by another super admin only. Checked again whenever the deputy acts. */
export const isDeputyRole = (of: Pick<Rights, 'role'>, deputy: Pick<Rights, 'role'>): boolean =>
  of.role !== 'superadmin' || deputy.role === 'superadmin';

const isOwn = ({ id, actsFor }: Granter, other: string) => other === id || other === actsFor;
