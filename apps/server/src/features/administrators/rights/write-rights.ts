import type { Scope, Tx } from '#platform/deps';

/** Replaces the roles and the scope of an administrator. */
export async function writeRights(
  tx: Tx,
  admin_id: string,
  { roles, scope }: { roles: readonly { id: string }[]; scope: Scope | null },
): Promise<void> {
  await tx.deleteFrom('admin_role_member').where('admin_id', '=', admin_id).execute();
  if (roles.length > 0) {
    await tx
      .insertInto('admin_role_member')
      .values(roles.map(({ id: role_id }) => ({ admin_id, role_id })))
      .execute();
  }
  await tx.deleteFrom('admin_scope').where('admin_id', '=', admin_id).execute();
  if (!scope) return;
  const { departments, places } = scope;
  const row = { admin_id, departments: departments && [...departments], places: places && [...places] };
  await tx.insertInto('admin_scope').values(row).execute();
}
