import type { ConflictDecision, DirectoryConflict } from '@key2xs/contract';

type Kind = DirectoryConflict['kind'];
export type DecisionAlike = Exclude<ConflictDecision, 'is_this_one'>;

/** What fits everybody of a conflict, and so many conflicts of one kind. */
export const alike: Record<Kind, readonly DecisionAlike[]> = {
  same_number: ['both'],
  two_sources: ['stay_out', 'both'],
  returner: ['same_person', 'new_person'],
};

/** The conflicts that are chosen, of one kind: those with these ids, or all that are open. */
export type Chosen = { kind: Kind; ids: readonly string[] | 'all' };

export const isChosen = (chosen: Chosen | undefined, { id, kind }: Pick<DirectoryConflict, 'id' | 'kind'>): boolean =>
  chosen?.kind === kind && (chosen.ids === 'all' || chosen.ids.includes(id));

/** Of another kind nothing is chosen beside it. `shown` are those on this page. */
export function toggled(
  chosen: Chosen | undefined,
  { id, kind }: Pick<DirectoryConflict, 'id' | 'kind'>,
  shown: readonly Pick<DirectoryConflict, 'id' | 'kind'>[],
): Chosen | undefined {
  const before =
    chosen?.ids === 'all' ? shown.filter((one) => one.kind === kind).map((one) => one.id) : (chosen?.ids ?? []);
  const ids = before.includes(id) ? before.filter((one) => one !== id) : [...before, id];
  return ids.length === 0 ? undefined : { kind, ids };
}
