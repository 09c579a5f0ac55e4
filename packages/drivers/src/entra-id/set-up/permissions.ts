import { readTokenClaims } from '../sign-in/token-claims';

/** Application permissions by use; any one per line suffices, the first is the least privileged. */
const needed = {
  people: ['User.Read.All', 'Directory.Read.All', 'User.ReadWrite.All', 'Directory.ReadWrite.All'],
  groups: [
    'GroupMember.Read.All',
    'Group.Read.All',
    'Directory.Read.All',
    'Group.ReadWrite.All',
    'Directory.ReadWrite.All',
  ],
  /** For notifications about groups. */
  group_changes: ['Group.Read.All', 'Directory.Read.All', 'Group.ReadWrite.All', 'Directory.ReadWrite.All'],
} as const;
export type PermissionUse = keyof typeof needed;

export const grantedPermissions = (token: string): string[] => readTokenClaims(token).roles.toSorted();

/** The permissions to request so that all uses are allowed: the least privileged for each missing use. */
export function missingPermissions(granted: readonly string[], uses: readonly PermissionUse[]): string[] {
  const lacking = uses.filter((use) => !needed[use].some((permission) => granted.includes(permission)));
  return [...new Set(lacking.map((use) => needed[use][0]))];
}
