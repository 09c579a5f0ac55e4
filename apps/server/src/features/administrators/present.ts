import { type AdminFunction, type Administrator, functionsWithin, type NamedScope, type Role } from '@key2xs/contract';
import { checkSeparation } from '@key2xs/domain';

/** A row of the list. */
export type AdministratorRow = {
  id: string;
  username: string;
  name: string | null;
  mail_address: string | null;
  role: Role;
  roles: { id: string; name: string }[];
  /** Of the roles. */
  functions: AdminFunction[];
  scope: NamedScope | null;
  status: Administrator['status'];
  suspended_at: Date | null;
  valid_from: Date | null;
  valid_until: Date | null;
  last_sign_in_at: Date | null;
  second_factor: Administrator['second_factor'];
  linked_accounts: string[];
  deputy_id: string | null;
  deputy_username: string | null;
  deputy_from: Date | null;
  deputy_until: Date | null;
  is_service: boolean;
  created_at: Date;
  version: number;
};

export function presentAdministrator(row: AdministratorRow): Administrator {
  const { deputy_id, deputy_username, deputy_from, deputy_until, functions: given, ...admin } = row;
  const functions = functionsWithin(row.scope, given);
  const hasDeputy = deputy_id !== null && deputy_username !== null && deputy_from !== null && deputy_until !== null;
  return {
    ...admin,
    functions,
    suspended_at: toText(row.suspended_at),
    valid_from: toText(row.valid_from),
    valid_until: toText(row.valid_until),
    last_sign_in_at: toText(row.last_sign_in_at),
    deputy: hasDeputy
      ? {
          id: deputy_id,
          username: deputy_username,
          from: deputy_from.toISOString(),
          until: deputy_until.toISOString(),
        }
      : null,
    separation_warnings: checkSeparation(functions),
    created_at: row.created_at.toISOString(),
  };
}

const toText = (at: Date | null): string | null => at?.toISOString() ?? null;
