import { type AdminFunction, adminFunctions, functionsWithin } from '@key2xs/contract';
import type { Rights } from './rights';

type Token = {
  /** Null: everything, only of a super admin. */
  functions: readonly AdminFunction[] | null;
  /** Null: as the owner. */
  departments: readonly string[] | null;
  /** Only those that stand within the owner's. Null: as the owner. */
  places: readonly string[] | null;
};

/**
 * What a token may do: never more than its owner may do now. A token of a super admin that is limited to functions or to a scope
 * has the rights of a sub-admin.
 */
export function narrowRights(owner: Rights, { functions, departments, places }: Token): Rights {
  const scope = narrowScope(owner.scope, departments, places);
  const isSuper = owner.role === 'superadmin';
  if (isSuper && functions === null && scope === null) return { role: 'superadmin', functions: [], scope };
  const may = isSuper ? adminFunctions : functionsWithin(owner.scope, owner.functions);
  const wanted = functions ?? (isSuper ? adminFunctions : []);
  return {
    role: 'subadmin',
    functions: functionsWithin(
      scope,
      may.filter((name) => wanted.includes(name)),
    ),
    scope,
  };
}

function narrowScope(
  owner: Rights['scope'],
  departments: Token['departments'],
  places: Token['places'],
): Rights['scope'] {
  if (!owner && departments === null && places === null) return null;
  const among = owner?.departments ?? null;
  return {
    departments: departments && among ? departments.filter((name) => among.includes(name)) : (departments ?? among),
    places: places ?? owner?.places ?? null,
  };
}
