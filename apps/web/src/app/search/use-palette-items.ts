import { overview, type SearchHit } from '@key2xs/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useOffers } from '#components/offers';
import { useMay } from '#data/auth';
import { searchQuery } from '#data/search';
import { useMayOpen } from '#ui/may-open';
import { type Place, placeOf } from './search-places';

export type PaletteItem = { key: string; title: string; subtitle?: string; place: Place };
export type PaletteGroup = { title: string; items: PaletteItem[] };

type Palette = { groups: PaletteGroup[]; isBusy: boolean; hasFailed: boolean };

/** The palette's results: screens at once, records as soon as the server has found them. */
export function usePaletteItems(text: string): Palette {
  const { t } = useTranslation('shell');
  const mayOpen = useMayOpen();
  const hits = useQuery({ ...searchQuery(text), enabled: useMay(overview.search) });
  const open = (hits.data ?? []).filter((hit) => mayOpen(placeOf(hit).to));
  const groups = [
    { title: t('search.screens'), items: useScreens(text) },
    ...groupHits(open).map(([type, found]) => ({
      title: t(`search.types.${type}`),
      items: found.map((hit) => ({ key: hit.id, title: hit.title, subtitle: hit.subtitle, place: placeOf(hit) })),
    })),
  ];
  return { groups: groups.filter((group) => group.items.length > 0), isBusy: hits.isFetching, hasFailed: hits.isError };
}

/** Matches title and description. */
function useScreens(text: string): PaletteItem[] {
  const { t } = useTranslation(['shell', 'dashboard']);
  const offers = useOffers() ?? [];
  const wanted = text.trim().toLowerCase();
  return offers
    .filter(({ title, text: words }) => `${t(title)} ${words ? t(words) : ''}`.toLowerCase().includes(wanted))
    .map(({ to, title }) => ({ key: String(to), title: t(title), place: { to } }));
}

/** Keeps the server's order of types. */
function groupHits(hits: readonly SearchHit[]): [SearchHit['type'], SearchHit[]][] {
  const groups = new Map<SearchHit['type'], SearchHit[]>();
  for (const hit of hits) groups.set(hit.type, [...(groups.get(hit.type) ?? []), hit]);
  return [...groups];
}
