import { fitLine } from '@key2xs/contract';
import { foldText } from '@key2xs/domain';
import { recordEvent } from '#platform/audit/audit';
import type { Caller, Deps, Tx } from '#platform/deps';
import { foldUsername } from '#platform/sign-in/fold-username';
import { setRoleIds } from './rights-queries';
import type { SettingsRow } from './settings-queries';

type Context = { deps: Pick<Deps, 'clock' | 'newId'>; caller: Caller; settings: SettingsRow };
type New = { username: string; name: string | undefined; roleIds: readonly string[] };

/** Without a password, with these roles and the scope of the settings. The username must be free. @returns the id */
export async function createSubAdmin(
  tx: Tx,
  { deps, caller, settings }: Context,
  { username, name, roleIds }: New,
): Promise<string> {
  const id = deps.newId();
  const row = { id, username, username_folded: foldUsername(username), role: 'subadmin' } as const;
  const fullName = fitLine(name ?? '', maxNameLength) || null;
  await tx
    .insertInto('admin')
    .values({ ...row, name: fullName, password_hash: null, created_at: deps.clock() })
    .execute();
  await setRoleIds(tx, id, roleIds);
  const { created_scope: scope } = settings;
  if (scope) {
    const departments = scope.departments && [...new Set(scope.departments.map(foldText))];
    await tx.insertInto('admin_scope').values({ admin_id: id, departments, places: scope.places }).execute();
  }
  const details = { username, role: 'subadmin', role_ids: roleIds, scope, by: 'single sign-on' };
  await recordEvent(tx, { ...caller, name: username }, 'admin.registered', { id, details });
  return id;
}

const maxNameLength = 100;
