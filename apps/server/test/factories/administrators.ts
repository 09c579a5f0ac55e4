import type { AdminFunction } from '@key2xs/contract';
import type { Db } from '#platform/deps';

/** The role that every new sub-admin has; the tests' sub-admin has no other. */
const usualRole = (db: Db) => db.selectFrom('admin_role').select('id').orderBy('created_at').orderBy('id').limit(1);

/** Makes the tests' sub-admin a member of the usual role. */
export async function giveUsualRole(db: Db, admin_id: string): Promise<void> {
  const { id: role_id } = await usualRole(db).executeTakeFirstOrThrow();
  await db.insertInto('admin_role_member').values({ admin_id, role_id }).execute();
}

/** What the usual role gives its members from now on. @returns what it gave */
export async function setFunctions(db: Db, functions: readonly AdminFunction[]): Promise<AdminFunction[]> {
  const role = await db
    .selectFrom('admin_role')
    .select(['id', 'functions'])
    .where('id', 'in', usualRole(db))
    .executeTakeFirstOrThrow();
  await db
    .updateTable('admin_role')
    .set({ functions: [...functions] })
    .where('id', '=', role.id)
    .execute();
  return role.functions;
}
