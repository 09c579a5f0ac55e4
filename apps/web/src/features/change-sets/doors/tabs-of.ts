import type { ChangeSet } from '@key2xs/contract';
import type { changeSetTabs } from '../change-set-search';

export type Tab = (typeof changeSetTabs)[number];

/** The count of each tab that has content; the writes are always there. */
export function tabCounts({ effect, total }: ChangeSet): Partial<Record<Tab, number>> & { writes: number } {
  const { people = 0, doors = 0, keys = 0 } = effect ?? {};
  return { ...(people > 0 && { people }), ...(doors > 0 && { doors }), ...(keys > 0 && { keys }), writes: total };
}

/** The tab on which it opens: people, unless no doors change or a guard is about rows. */
export function initialTab(changeSet: ChangeSet): Tab {
  const isAboutRows = changeSet.guards.some(({ reason }) => reason === 'too_many_problems');
  return tabCounts(changeSet).people !== undefined && !isAboutRows ? 'people' : 'writes';
}

/** How many changes the connection can write, and how many an operator has to make. */
export function writesOf({ counts, total }: Pick<ChangeSet, 'counts' | 'total'>): { written: number; byHand: number } {
  const byHand = Math.min(counts.waiting ?? 0, total);
  return { written: total - byHand, byHand };
}
