import type { Role } from '@key2xs/contract';
import type { Db, Tx } from '#platform/deps';

export async function listRoleIds(db: Db, adminId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('admin_role_member')
    .select('role_id')
    .where('admin_id', '=', adminId)
    .orderBy('role_id')
    .execute();
  return rows.map(({ role_id }) => role_id);
}

export async function setRole(tx: Tx, id: string, role: Role): Promise<void> {
  await tx
    .updateTable('admin')
    .set((q) => ({ role, version: q('version', '+', 1) }))
    .where('id', '=', id)
    .execute();
}
