import { readTokenClaims } from '../sign-in/token-claims';

/** Application permissions by what they are needed for; any one of a line will do, and the first asks for least. */
const needed = {
  people: ['User.Read.All', 'Directory.Read.All', 'User.ReadWrite.All', 'Directory.ReadWrite.All'],
  groups: [
    'GroupMember.Read.All',
    'Group.Read.All',
    'Directory.Read.All',
    'Group.ReadWrite.All',
    'Directory.ReadWrite.All',
  ],
  /** To be told of changes of groups. */
  group_changes: ['Group.Read.All', 'Directory.Read.All', 'Group.ReadWrite.All', 'Directory.ReadWrite.All'],
} as const;
export type PermissionUse = keyof typeof needed;

export const grantedPermissions = (token: string): string[] => readTokenClaims(token).roles.toSorted();

/** The permissions to ask for, so that all uses are allowed: the least of each that is not. */
export function missingPermissions(granted: readonly string[], uses: readonly PermissionUse[]): string[] {
  const lacking = uses.filter((use) => !needed[use].some((permission) => granted.includes(permission)));
  return [...new Set(lacking.map((use) => needed[use][0]))];
}
