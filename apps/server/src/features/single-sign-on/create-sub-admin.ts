import { fitLine, MailAddress } from '@key2xs/contract';
import { foldText } from '@key2xs/domain';
import type { Language } from '@key2xs/texts';
import type { Caller, Deps, Tx } from '#platform/deps';
import { saveMailAddress } from '#platform/mail/mail-settings';
import { writeRights } from '../administrators/service';
import { addAdmin } from '../auth/service';
import type { SettingsRow } from './settings/settings-queries';

type Context = { deps: Deps; caller: Caller; settings: SettingsRow; language: Language };
type New = { username: string; name: string | undefined; mail: string | undefined; roleIds: readonly string[] };

/** Without a password, with these roles and the scope of the settings. The username must be free. @returns the id */
export async function createSubAdmin(
  tx: Tx,
  { deps, caller, settings, language }: Context,
  { username, name, mail, roleIds }: New,
): Promise<string> {
  const fullName = fitLine(name ?? '', maxNameLength) || null;
  const wanted = { username, password_hash: null, role: 'subadmin', name: fullName } as const;
  const { id } = await addAdmin(tx, deps, caller, wanted);
  await writeRights(tx, id, { roles: roleIds.map((role) => ({ id: role })), scope: createdScope(settings) });
  const address = MailAddress.safeParse(mail).data;
  if (address !== undefined) await saveMailAddress(tx, id, address, language);
  return id;
}

const maxNameLength = 100;

/** The scope of sub-admins created by single sign-on. */
export function createdScope({ created_scope: scope }: Pick<SettingsRow, 'created_scope'>) {
  return scope && { ...scope, departments: scope.departments && [...new Set(scope.departments.map(foldText))] };
}
