import type { ConflictDecision, DirectoryConflict } from '@key2xs/contract';

type Kind = DirectoryConflict['kind'];
export type BulkDecision = Exclude<ConflictDecision, 'is_this_one'>;

/** The decisions that apply to all people of a conflict, and so to many conflicts of one kind at once. */
export const bulkDecisions: Record<Kind, readonly BulkDecision[]> = {
  same_number: ['both'],
  two_sources: ['stay_out', 'both'],
  returner: ['same_person', 'new_person'],
};

/** The selected conflicts, of one kind: those with these ids, or all open ones. */
export type Selection = { kind: Kind; ids: readonly string[] | 'all' };

export const isSelected = (
  selection: Selection | undefined,
  { id, kind }: Pick<DirectoryConflict, 'id' | 'kind'>,
): boolean => selection?.kind === kind && (selection.ids === 'all' || selection.ids.includes(id));

/** Selects or deselects one; a conflict of another kind starts a new selection. `shown` are those on this page. */
export function toggled(
  selection: Selection | undefined,
  { id, kind }: Pick<DirectoryConflict, 'id' | 'kind'>,
  shown: readonly Pick<DirectoryConflict, 'id' | 'kind'>[],
): Selection | undefined {
  const before =
    selection?.ids === 'all' ? shown.filter((one) => one.kind === kind).map((one) => one.id) : (selection?.ids ?? []);
  const ids = before.includes(id) ? before.filter((one) => one !== id) : [...before, id];
  return ids.length === 0 ? undefined : { kind, ids };
}
