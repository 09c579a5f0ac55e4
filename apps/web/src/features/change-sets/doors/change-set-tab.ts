import { Adoption, ChangeKind, type ChangeSet } from '@key2xs/contract';
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

type Work = { written: number; byHand: number; adopted: number };

/** How many changes the connection can write, how many an operator has to make, and how many records are adopted as they are. */
export function writesOf({ counts, total }: Pick<ChangeSet, 'counts' | 'total'>): Work {
  const byHand = Math.min(counts.waiting ?? 0, total);
  const adopted = Adoption.options.reduce((sum, kind) => sum + (counts[kind] ?? 0), 0);
  return { written: total - byHand - adopted, byHand, adopted };
}

/** The tab in the URL; the writes if the URL filters them; else the tab on which the change set opens. */
export function useTab(changeSet: ChangeSet): Tab {
  const [{ tab }] = useUrlState(changeSetSearch);
  const query: { kind?: unknown; outcome?: unknown } = useSearch({ strict: false });
  const isAboutWrites = ChangeKind.safeParse(query.kind).success || query.outcome !== undefined;
  if (tab && tabCounts(changeSet)[tab] !== undefined) return tab;
  return isAboutWrites ? 'writes' : initialTab(changeSet);
}
