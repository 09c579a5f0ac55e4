import { ChangeKind, type ChangeSet } from '@key2xs/contract';
import { useSearch } from '@tanstack/react-router';
import { useUrlState } from '#ui/table/url-state';
import { changeSetSearch } from '../change-set-search';
import { initialTab, type Tab, tabCounts } from './tabs-of';

/** The tab in the URL; the writes if the URL filters them; else the tab on which the change set opens. */
export function useTab(changeSet: ChangeSet): Tab {
  const [{ tab }] = useUrlState(changeSetSearch);
  const query: { kind?: unknown; outcome?: unknown } = useSearch({ strict: false });
  const isAboutWrites = ChangeKind.safeParse(query.kind).success || query.outcome !== undefined;
  if (tab && tabCounts(changeSet)[tab] !== undefined) return tab;
  return isAboutWrites ? 'writes' : initialTab(changeSet);
}
