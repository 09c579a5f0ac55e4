export const roles = ['superadmin', 'subadmin'] as const;
export type Role = (typeof roles)[number];

/** What a sub-admin may be allowed to do. A super admin may do everything. */
export const adminFunctions = ['assign_keys', 'request_keys', 'view_cylinders', 'user_audits'] as const;
export type AdminFunction = (typeof adminFunctions)[number];

/** The rights of the one who reads or acts. */
export type Viewer = { role: Role; functions: readonly AdminFunction[] };

/** Open to these roles; sub-admins also need the function. */
export type OpenTo = { allow: 'public' | readonly Role[]; needs?: AdminFunction };

export function isOpenTo({ allow, needs }: OpenTo, { role, functions }: Viewer): boolean {
  if (allow === 'public') return true;
  return allow.includes(role) && (role === 'superadmin' || needs === undefined || functions.includes(needs));
}
