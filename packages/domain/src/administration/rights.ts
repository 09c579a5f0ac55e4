import { type AdminFunction, functionsWithin, type Role } from '@key2xs/contract';

/** Departments, folded by `foldText`, and places with all below them. Null: all of that kind. */
type Scope = { departments: readonly string[] | null; places: readonly string[] | null };

/** What an administrator may do, and where. A scope of null is everywhere. */
export type Rights = { role: Role; functions: readonly AdminFunction[]; scope: Scope | null };

/** The place that another one stands in; undefined at the top, and for unknown places. */
export type PlaceAbove = (placeId: string) => string | undefined;

/** Whether `inner` allows nothing that `outer` does not. */
export function isWithin(inner: Rights, outer: Rights, placeAbove: PlaceAbove): boolean {
  if (outer.role === 'superadmin') return true;
  if (inner.role === 'superadmin') return false;
  return hasAll(outer, inner.functions) && isScopeWithin(inner.scope, outer.scope, placeAbove);
}

/** Whether they include all these functions, as far as the scope gives them effect. */
export function hasAll({ role, functions, scope }: Rights, wanted: readonly AdminFunction[]): boolean {
  const own = functionsWithin(scope, functions);
  return role === 'superadmin' || wanted.every((name) => own.includes(name));
}

function isScopeWithin(inner: Scope | null, outer: Scope | null, placeAbove: PlaceAbove): boolean {
  if (outer === null) return true;
  const { departments, places } = outer;
  const { departments: innerDepartments, places: innerPlaces } = inner ?? { departments: null, places: null };
  const areDepartmentsWithin =
    departments === null || (innerDepartments?.every((name) => departments.includes(name)) ?? false);
  return (
    areDepartmentsWithin && (places === null || (innerPlaces?.every((id) => isBelow(id, places, placeAbove)) ?? false))
  );
}

function isBelow(id: string, places: readonly string[], placeAbove: PlaceAbove): boolean {
  const seen = new Set<string>();
  for (let at: string | undefined = id; at !== undefined && !seen.has(at); at = placeAbove(at)) {
    if (places.includes(at)) return true;
    seen.add(at);
  }
  return false;
}
