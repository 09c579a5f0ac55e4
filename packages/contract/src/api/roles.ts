export const roles = ['superadmin', 'subadmin'] as const;
export type Role = (typeof roles)[number];

/** What a sub-admin may be given to do. A super admin does everything. */
export const adminFunctions = ['assign_keys', 'request_keys', 'view_cylinders', 'user_audits'] as const;
export type AdminFunction = (typeof adminFunctions)[number];

/** Who reads or acts, as far as rights go. */
export type Viewer = { role: Role; functions: readonly AdminFunction[] };

/** Whom something is open to: these roles, and of the sub-admins those who have the function. */
export type OpenTo = { allow: 'public' | readonly Role[]; needs?: AdminFunction };

export function isOpenTo({ allow, needs }: OpenTo, { role, functions }: Viewer): boolean {
  if (allow === 'public') return true;
  return allow.includes(role) && (role === 'superadmin' || needs === undefined || functions.includes(needs));
}
