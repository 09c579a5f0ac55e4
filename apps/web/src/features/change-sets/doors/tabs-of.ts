import type { ChangeSet } from '@key2xs/contract';
import type { changeSetTabs } from '../change-set-search';

export type Tab = (typeof changeSetTabs)[number];

/** How many there are in each tab that has something to show; the writes are always there. */
export function tabCounts({ effect, total }: ChangeSet): Partial<Record<Tab, number>> & { writes: number } {
  const { people = 0, doors = 0, keys = 0 } = effect ?? {};
  return { ...(people > 0 && { people }), ...(doors > 0 && { doors }), ...(keys > 0 && { keys }), writes: total };
}

/** Where it opens: on the people, unless nobody's doors change or a guard is about something else. */
export function tabOf(changeSet: ChangeSet): Tab {
  const isAboutRows = changeSet.guards.some(({ reason }) => reason === 'too_many_problems');
  return tabCounts(changeSet).people !== undefined && !isAboutRows ? 'people' : 'writes';
}

/** How many of its changes the connection can write, and how many are for an operator. */
export function writesOf({ counts, total }: Pick<ChangeSet, 'counts' | 'total'>): { written: number; byHand: number } {
  const byHand = Math.min(counts.waiting ?? 0, total);
  return { written: total - byHand, byHand };
}
