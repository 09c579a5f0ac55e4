export const roles = ['superadmin', 'subadmin'] as const;
export type Role = (typeof roles)[number];

/**
 * What a sub-admin can be given to do, and how far it reaches: within the sub-admin's departments and places, or over the whole
 * installation, so that only a sub-admin without such limits has it. A super admin may do everything.
 */
export const functionReach = {
  assign_keys: 'scope',
  request_keys: 'scope',
  view_cylinders: 'scope',
  user_audits: 'scope',
  reveal_access_events: 'scope',
  view_people: 'scope',
  view_plans: 'scope',
  edit_plans: 'whole',
  activate_plans: 'whole',
  edit_places: 'whole',
  run_syncs: 'whole',
  work_list: 'scope',
  decide_changes: 'scope',
  manage_sources: 'whole',
  review_access: 'scope',
  audit_log: 'whole',
} as const satisfies Record<string, 'scope' | 'whole'>;

export type AdminFunction = keyof typeof functionReach;
// `Object.keys` loses the names.
export const adminFunctions = Object.keys(functionReach) as [AdminFunction, ...AdminFunction[]];

/** What a function cannot be used without, and so includes. */
const included: Partial<Record<AdminFunction, readonly AdminFunction[]>> = {
  reveal_access_events: ['user_audits'],
  view_plans: ['view_people', 'view_cylinders'],
  edit_plans: ['view_plans', 'view_people', 'view_cylinders'],
  activate_plans: ['view_plans', 'view_people', 'view_cylinders'],
  edit_places: ['view_cylinders'],
  run_syncs: ['decide_changes', 'view_plans', 'view_people', 'view_cylinders'],
  decide_changes: ['view_plans', 'view_people', 'view_cylinders'],
  work_list: ['view_people', 'view_cylinders'],
  review_access: ['view_plans', 'view_people', 'view_cylinders'],
  manage_sources: ['view_people', 'view_cylinders'],
};

/** What an administrator with this scope may do who has been given these functions, sorted; null is no limit. */
export function functionsWithin(scope: object | null, given: readonly AdminFunction[]): AdminFunction[] {
  const reached = given.filter((name) => scope === null || functionReach[name] === 'scope');
  return [...new Set(reached.flatMap((name) => [name, ...(included[name] ?? [])]))].sort();
}

/** The rights of the one who reads or acts. */
export type Viewer = { role: Role; functions: readonly AdminFunction[] };

/** Open to these roles; sub-admins also need one of the functions. */
export type OpenTo = { allow: 'public' | readonly Role[]; needs?: readonly AdminFunction[] };

export function isOpenTo({ allow, needs }: OpenTo, { role, functions }: Viewer): boolean {
  if (allow === 'public') return true;
  return allow.includes(role) && (role === 'superadmin' || needs?.some((name) => functions.includes(name)) !== false);
}

/** For super admins, and sub-admins with one of the functions. */
export const openTo = <const Needs extends readonly [AdminFunction, ...AdminFunction[]]>(...needs: Needs) =>
  ({ allow: roles, needs }) as const;
