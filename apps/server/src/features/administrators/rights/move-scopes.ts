import type { Tx } from '#platform/deps';
import { isNamedIn, movedScope, type ScopeMove } from '#platform/sign-in/scope-moves';

/** The rights of the administrators follow with the next request. */
export async function moveAdminScopes(tx: Tx, move: ScopeMove) {
  const rows = await tx
    .selectFrom('admin_scope')
    .selectAll()
    .where(isNamedIn(move))
    .orderBy('admin_id')
    .forUpdate()
    .execute();
  const moved = rows.map(({ admin_id, ...scope }) => ({ admin_id, ...movedScope(scope, move) }));
  for (const { admin_id, after } of moved) {
    await tx.updateTable('admin_scope').set(after).where('admin_id', '=', admin_id).execute();
    await tx
      .updateTable('admin')
      .set((q) => ({ version: q('version', '+', 1) }))
      .where('id', '=', admin_id)
      .execute();
  }
  return moved;
}
