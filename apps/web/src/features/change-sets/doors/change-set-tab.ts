import { ChangeKind, type ChangeSet } from '@key2xs/contract';
import { useSearch } from '@tanstack/react-router';
import { useUrlState } from '#ui/table/url-state';
import { changeSetSearch, type changeSetTabs } from '../change-set-search';

export type Tab = (typeof changeSetTabs)[number];

/** The count of each tab that has content; the writes are always there. */
export function tabCounts({ effect, total }: ChangeSet): Partial<Record<Tab, number>> & { writes: number } {
  const { people = 0, doors = 0, keys = 0 } = effect ?? {};
  return { ...(people > 0 && { people }), ...(doors > 0 && { doors }), ...(keys > 0 && { keys }), writes: total };
}

/** The tab on which it opens: people, unless no doors change or a guard is about rows. */
function initialTab(changeSet: ChangeSet): Tab {
  const isAboutRows = changeSet.guards.some(({ reason }) => reason === 'too_many_problems');
  return tabCounts(changeSet).people !== undefined && !isAboutRows ? 'people' : 'writes';
}

/** How many changes the connection can write, and how many an operator has to make. */
export function writesOf({ counts, total }: Pick<ChangeSet, 'counts' | 'total'>): { written: number; byHand: number } {
  const byHand = Math.min(counts.waiting ?? 0, total);
  return { written: total - byHand, byHand };
}

/** The tab in the URL; the writes if the URL filters them; else the tab on which the change set opens. */
export function useTab(changeSet: ChangeSet): Tab {
  const [{ tab }] = useUrlState(changeSetSearch);
  const query: { kind?: unknown; outcome?: unknown } = useSearch({ strict: false });
  const isAboutWrites = ChangeKind.safeParse(query.kind).success || query.outcome !== undefined;
  if (tab && tabCounts(changeSet)[tab] !== undefined) return tab;
  return isAboutWrites ? 'writes' : initialTab(changeSet);
}
