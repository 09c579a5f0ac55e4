import { foldText } from '@key2xs/domain';
import type { Scope, Tx } from '#platform/deps';
import { movedScope, type ScopeMove } from '#platform/sign-in/scope-moves';
import { findSettings } from './settings/settings-queries';

/** The limit of those whom single sign-on will make sub-admins; its departments are stored as they were entered. */
export async function moveCreatedScope(tx: Tx, move: ScopeMove) {
  const settings = await findSettings(tx);
  if (!settings?.created_scope || !isNamed(settings.created_scope, move)) return [];
  const { before, after } = movedScope(settings.created_scope, move, (name) => name);
  await tx
    .updateTable('single_sign_on')
    .set((q) => ({ created_scope: JSON.stringify(after), version: q('version', '+', 1) }))
    .execute();
  return [{ single_sign_on: true, before, after }];
}

const isNamed = ({ departments, places }: Scope, move: ScopeMove) =>
  'place' in move ? places?.includes(move.place) : departments?.map(foldText).includes(foldText(move.department));
