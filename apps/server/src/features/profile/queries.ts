import { sql } from 'kysely';
import type { Db } from '#platform/deps';
import { functionsOf } from '#platform/sign-in/rights';
import { namedScope } from '../administrators/service';

/** An administrator as the account says, also while it acts for another. */
export function findAccount(db: Db, adminId: string) {
  return db
    .selectFrom('admin')
    .leftJoin('notification_settings as settings', 'settings.admin_id', 'admin.id')
    .leftJoin('admin_scope', 'admin_scope.admin_id', 'admin.id')
    .select([
      'admin.id',
      'username',
      'name',
      'settings.mail_address',
      'role',
      'admin.created_at',
      'last_sign_in_at',
      'valid_until',
      sql<boolean>`password_hash is not null`.as('has_password'),
      sql<{ id: string; name: string }[]>`coalesce((
        select jsonb_agg(jsonb_build_object('id', role.id, 'name', role.name) order by role.name_folded)
        from admin_role_member as member join admin_role as role on role.id = member.role_id
        where member.admin_id = admin.id), '[]')`.as('roles'),
      functionsOf('admin').as('given'),
      sql<boolean>`admin_scope.admin_id is not null`.as('is_scoped'),
      namedScope('admin_scope').as('named_scope'),
    ])
    .where('admin.id', '=', adminId)
    .executeTakeFirst();
}
