import type { AdminFunction } from '@key2xs/contract';
import type { Rights } from '@key2xs/domain';
import { type Selectable, sql } from 'kysely';
import type { Db, Scope } from '#platform/deps';
import { notFound } from '#platform/errors';
import type { Schema } from '#platform/schema/schema';

type RoleOfAccount = { id: string; name: string; functions: AdminFunction[] };

/** An administrator with everything that decides about rights. */
export type Account = Omit<Selectable<Schema['admin']>, 'password_hash'> & {
  mail_address: string | null;
  roles: RoleOfAccount[];
  scope: Scope | null;
};

const accounts = (db: Db) =>
  db
    .selectFrom('admin')
    .leftJoin('admin_scope as scope', 'scope.admin_id', 'admin.id')
    .leftJoin('notification_settings as mail', 'mail.admin_id', 'admin.id')
    .selectAll('admin')
    .select([
      'mail.mail_address',
      sql<RoleOfAccount[]>`coalesce((
        select jsonb_agg(jsonb_build_object('id', given.id, 'name', given.name, 'functions', given.functions) order by given.name_folded)
        from admin_role_member as member join admin_role as given on given.id = member.role_id
        where member.admin_id = admin.id), '[]')`.as('roles'),
      sql<Scope | null>`case when scope.admin_id is not null
        then jsonb_build_object('departments', scope.departments, 'places', scope.places) end`.as('scope'),
    ]);

export const findAccount = (db: Db, id: string): Promise<Account | undefined> =>
  accounts(db).where('admin.id', '=', id).executeTakeFirst();

/** @throws AppError not_found */
export async function getAccount(db: Db, id: string): Promise<Account> {
  const account = await findAccount(db, id);
  if (!account) throw notFound('administrator');
  return account;
}

export const listMembers = (db: Db, roleId: string): Promise<Account[]> =>
  accounts(db)
    .where('admin.id', 'in', (q) => q.selectFrom('admin_role_member').select('admin_id').where('role_id', '=', roleId))
    .execute();

export const listSuperAdmins = (db: Db) =>
  db
    .selectFrom('admin')
    .select(['id', 'role', 'is_service', 'suspended_at', 'valid_from', 'valid_until'])
    .where('role', '=', 'superadmin')
    .execute();

/** All that the roles give, also what the scope leaves without effect. */
export const rightsOf = ({ role, roles, scope }: Pick<Account, 'role' | 'roles' | 'scope'>): Rights => ({
  role,
  functions: [...new Set(roles.flatMap(({ functions }) => functions))],
  scope,
});
