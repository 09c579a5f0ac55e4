import type { Administrator } from '@key2xs/contract';
import { type RawBuilder, sql } from 'kysely';

/** The strongest second factor of an administrator. @param admin the table or alias */
export const secondFactorOf = (admin: string): RawBuilder<Administrator['second_factor']> => {
  const id = sql.ref(`${admin}.id`);
  return sql<Administrator['second_factor']>`case
    when exists (select from passkey where passkey.admin_id = ${id}) then 'passkey'
    when exists (select from totp_factor where totp_factor.admin_id = ${id}) then 'totp'
    else 'none' end`;
};
