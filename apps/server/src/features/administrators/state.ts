import { sql } from 'kysely';
import type { Db } from '#platform/deps';

/** Differs once administrators, their roles, scopes and links or invitations do; those are few. */
export async function administratorsState(db: Db): Promise<string> {
  const { rows } = await sql<{ state: string }>`
    select md5(concat(
      (select string_agg(one::text, ' ' order by id) from admin as one),
      (select string_agg(one::text, ' ' order by admin_id) from admin_scope as one),
      (select string_agg(one::text, ' ' order by admin_id, role_id) from admin_role_member as one),
      (select string_agg(one::text, ' ' order by id) from admin_role as one),
      (select string_agg(concat(id, admin_id, account), ' ' order by id) from single_sign_on_identity),
      (select string_agg(one::text, ' ' order by id) from invitation as one))) as state`.execute(db);
  return rows[0]?.state ?? '';
}
