import { cylinderList } from '@key2xs/contract';
import { useSearch } from '@tanstack/react-router';
import { useListFilter } from '#components/records/list-state';
import type { LocationsSearch } from './locations-search';

/** Views with a tab; the proposal is opened from the notice about it, the floor plan from its place. */
export const views = ['tree', 'unplaced', 'withoutOwner', 'doubleNames', 'differs'] as const;
export type View = (typeof views)[number] | 'proposal' | 'plan';

const ofSearch = { owner: 'withoutOwner', double: 'doubleNames', proposal: 'proposal', plan: 'plan' } as const;

/** The view and the place in the URL. */
export function useShownView(): { view: View; chosen: string | undefined } {
  const { view }: LocationsSearch = useSearch({ strict: false });
  const [{ placing, location_id: chosen }] = useListFilter(cylinderList);
  const named = view && Object.hasOwn(ofSearch, view) ? ofSearch[view] : undefined;
  if (named) return { view: named, chosen };
  return { view: placing === 'unplaced' || placing === 'differs' ? placing : 'tree', chosen };
}

/** The URL of a view; with a place only in the tree. */
export function addressOf(view: View, id?: string | null) {
  if (view === 'unplaced' || view === 'differs') return { placing: view };
  if (view === 'tree') return id ? { location_id: id } : {};
  if (view === 'proposal') return { view };
  if (view === 'plan') return id ? { view, location_id: id } : {};
  return { view: view === 'withoutOwner' ? ('owner' as const) : ('double' as const) };
}
