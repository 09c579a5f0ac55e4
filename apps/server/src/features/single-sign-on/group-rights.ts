import type { Db } from '#platform/deps';
import type { Account } from './account';
import { listGroupRoles, type SettingsRow } from './settings/settings-queries';

/** What the groups of an account give here. */
export type GroupRights = { roleIds: readonly string[]; isSuperAdmin: boolean };

/** @returns undefined when the provider did not send the groups */
export async function groupRights(
  db: Db,
  settings: SettingsRow,
  { groups }: Account,
): Promise<GroupRights | undefined> {
  if (!groups) return undefined;
  const given = (await listGroupRoles(db)).filter(({ group }) => groups.includes(group));
  const roleIds = [...new Set(given.flatMap(({ role }) => role?.id ?? []))].sort();
  return { roleIds, isSuperAdmin: settings.groups_give_super_admin && given.some(({ role }) => role === null) };
}
