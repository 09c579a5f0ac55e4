import type { WaitingChange } from '@key2xs/contract';
import type { Reader } from '#platform/visible-to';
import { findLastEdits } from '../content/editors';
import { compareContents, loadSide } from '../content/sides';
import { getKeyPlan } from '../settings/get-plan';
import { undoOf } from './undo-edits';

/** What waits in a draft, by name. @throws AppError not_found */
export async function readDraft(reader: Reader, keyplanId: string): Promise<WaitingChange[]> {
  const { db } = reader;
  const plan = await getKeyPlan(reader, keyplanId);
  const [inForce, draft] = [await loadSide(db, plan, 'in_force'), await loadSide(db, plan, 'draft')];
  const { rules, profiles } = compareContents(inForce, draft);
  const edited = await findLastEdits(db, keyplanId);
  const takeBack = await undoOf(reader, rules);
  const editOf = (id: string) => {
    const { by = null, at = null } = edited.get(id) ?? {};
    return { edited_by: by, edited_at: at?.toISOString() ?? null };
  };
  return [
    ...rules.map(({ id }, i): WaitingChange => {
      return { kind: 'rule', record_id: id, ...editOf(id), take_back: takeBack[i] ?? null };
    }),
    ...profiles.map(({ id }): WaitingChange => ({ kind: 'profile', record_id: id, ...editOf(id), take_back: null })),
  ];
}
