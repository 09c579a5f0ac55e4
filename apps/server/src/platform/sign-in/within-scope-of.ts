import type { Db, Reader } from '../deps';
import { asProduct } from '../visible-to';

/** Reads with the scope of an administrator, whatever their functions. */
export async function withinScopeOf(db: Db, adminId: string): Promise<Reader> {
  const scope = await db
    .selectFrom('admin_scope')
    .select(['departments', 'places'])
    .where('admin_id', '=', adminId)
    .executeTakeFirst();
  const reader = asProduct(db);
  return { ...reader, viewer: { ...reader.viewer, scope: scope ?? null } };
}
