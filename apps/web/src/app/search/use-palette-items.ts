import { overview, type SearchHit } from '@key2xs/contract';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useOffers } from '#components/offers';
import { useMay } from '#data/auth';
import { MIN_SEARCH_LENGTH, searchQuery } from '#data/search';
import { useMayOpen } from '#ui/may-open';
import { matches, type PaletteGroup, type PaletteItem } from './palette-item';
import { type Choice, recentChoices } from './recent-choices';
import { placeOf } from './search-places';
import { usePaletteActions } from './use-palette-actions';

const maxActions = 8;

type Palette = { groups: PaletteGroup[]; isBusy: boolean; hasFailed: boolean };

/**
 * The entries for a text: screens and actions at once, records once the server has found them. Without a text, recent
 * choices come first.
 * @param query the debounced text sent to the server
 */
export function usePaletteItems(text: string, query: string): Palette {
  const { t } = useTranslation('palette');
  const typed = text.trim();
  const screens = useScreens();
  const { actions, isPending } = usePaletteActions();
  const { groups: found, hits } = useHits(query);
  const recent = useRecent([...screens.items, ...actions]);
  const shown = actions.filter((item) => (typed ? matches(item, typed) : !item.isOfRecord)).slice(0, maxActions);
  const isSearched = typed.length >= MIN_SEARCH_LENGTH;
  const listed = [
    { title: t('screens'), items: screens.items.filter((item) => matches(item, typed)) },
    { title: t('doing'), items: shown },
  ];
  const groups = [
    ...(typed ? [] : [{ title: t('recent'), items: recent }]),
    ...(typed ? listed.sort((a, b) => titleMatch(b, typed) - titleMatch(a, typed)) : listed),
    ...(isSearched ? found : []),
  ];
  return {
    groups: groups.filter((group) => group.items.length > 0),
    isBusy: screens.isPending || isPending || (isSearched && (query !== text || hits.isFetching)),
    hasFailed: isSearched && hits.isError,
  };
}

/**
 * 1 if the title of an entry matches rather than just its description: such a group comes first, as Enter takes the
 * first.
 */
const titleMatch = ({ items }: PaletteGroup, typed: string): number =>
  Number(items.some(({ title }) => matches({ title }, typed)));

function useScreens(): { items: PaletteItem[]; isPending: boolean } {
  const { t } = useTranslation(['shell', 'dashboard']);
  const navigate = useNavigate();
  const offers = useOffers();
  const items = (offers ?? []).map(({ to, title, text }) => ({
    key: `screen:${to}`,
    title: t(title),
    ...(text && { words: t(text) }),
    choose: () => void navigate({ to }),
  }));
  return { items, isPending: offers === undefined };
}

function useHits(query: string) {
  const { t } = useTranslation('palette');
  const itemOf = useHitItem();
  const hits = useQuery({ ...searchQuery(query), enabled: useMay(overview.search) });
  const byType = new Map<SearchHit['type'], PaletteItem[]>();
  for (const hit of hits.data ?? []) {
    const item = itemOf(hit);
    if (item) byType.set(hit.type, [...(byType.get(hit.type) ?? []), item]);
  }
  return { hits, groups: [...byType].map(([type, items]) => ({ title: t(`types.${type}`), items })) };
}

/** Undefined for screens that the viewer may not open. */
function useHitItem() {
  const navigate = useNavigate();
  const mayOpen = useMayOpen();
  return (hit: SearchHit): PaletteItem | undefined => {
    const place = placeOf(hit);
    const { type, id, title, subtitle } = hit;
    if (!mayOpen(place.to)) return undefined;
    return { key: `${type}:${id}`, title, subtitle, hit, choose: () => void navigate(place) };
  };
}

/** Recent choices as stored when the palette opened, without those that no longer exist or are not permitted. */
function useRecent(known: readonly PaletteItem[]): PaletteItem[] {
  const [choices] = useState(recentChoices);
  const itemOf = useHitItem();
  const find = ({ key, hit }: Choice) => (hit ? itemOf(hit) : known.find((item) => item.key === key));
  return choices.flatMap((choice) => {
    const item = find(choice);
    return item ? [{ ...item, key: `recent:${item.key}` }] : [];
  });
}
