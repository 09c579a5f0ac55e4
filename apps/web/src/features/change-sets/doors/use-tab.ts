import { ChangeKind, type ChangeSet } from '@key2xs/contract';
import { useSearch } from '@tanstack/react-router';
import { useUrlState } from '#ui/table/url-state';
import { changeSetSearch } from '../change-set-search';
import { type Tab, tabCounts, tabOf } from './tabs-of';

/** The tab of the address; that of the writes where the address filters them; else where the change set opens. */
export function useTab(changeSet: ChangeSet): Tab {
  const [{ tab }] = useUrlState(changeSetSearch);
  const asked: { kind?: unknown; outcome?: unknown } = useSearch({ strict: false });
  const isAboutWrites = ChangeKind.safeParse(asked.kind).success || asked.outcome !== undefined;
  if (tab && tabCounts(changeSet)[tab] !== undefined) return tab;
  return isAboutWrites ? 'writes' : tabOf(changeSet);
}
