import type { Tx } from '#platform/deps';
import { isNamedIn, movedScope, type ScopeMove } from '#platform/sign-in/scope-moves';

/** Of invitations that are open, or may be sent again. */
export async function moveInvitationScopes(tx: Tx, move: ScopeMove) {
  const rows = await tx
    .selectFrom('invitation')
    .select(['id', 'departments', 'places'])
    .where('used_at', 'is', null)
    .where(isNamedIn(move))
    .orderBy('id')
    .forUpdate()
    .execute();
  const moved = rows.map(({ id, ...scope }) => ({ invitation_id: id, ...movedScope(scope, move) }));
  for (const { invitation_id, after } of moved) {
    await tx.updateTable('invitation').set(after).where('id', '=', invitation_id).execute();
  }
  return moved;
}
