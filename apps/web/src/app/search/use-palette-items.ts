import { overview, type SearchHit } from '@key2xs/contract';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useOffers } from '#components/offers';
import { useMay } from '#data/auth';
import { SHORTEST_SEARCH, searchQuery } from '#data/search';
import { useMayOpen } from '#ui/may-open';
import { matches, type PaletteGroup, type PaletteItem } from './palette-item';
import { type Choice, recentChoices } from './recent-choices';
import { placeOf } from './search-places';
import { usePaletteActions } from './use-palette-actions';

const mostActions = 8;

type Palette = { groups: PaletteGroup[]; isBusy: boolean; hasFailed: boolean };

/**
 * What the palette lists for a text: screens and actions at once, records as soon as the server has found them. Without
 * a text: first what was chosen last.
 * @param asked the text the server is asked for, a little behind what is typed
 */
export function usePaletteItems(text: string, asked: string): Palette {
  const { t } = useTranslation('palette');
  const typed = text.trim();
  const screens = useScreens();
  const { actions, isPending } = usePaletteActions();
  const { groups: found, hits } = useHits(asked);
  const recent = useRecent([...screens.items, ...actions]);
  const shown = actions.filter((item) => (typed ? matches(item, typed) : !item.isOfRecord)).slice(0, mostActions);
  const isServed = typed.length >= SHORTEST_SEARCH;
  const listed = [
    { title: t('screens'), items: screens.items.filter((item) => matches(item, typed)) },
    { title: t('doing'), items: shown },
  ];
  const groups = [
    ...(typed ? [] : [{ title: t('recent'), items: recent }]),
    ...(typed ? listed.sort((a, b) => countNamed(b, typed) - countNamed(a, typed)) : listed),
    ...(isServed ? found : []),
  ];
  return {
    groups: groups.filter((group) => group.items.length > 0),
    isBusy: screens.isPending || isPending || (isServed && (asked !== text || hits.isFetching)),
    hasFailed: isServed && hits.isError,
  };
}

/** 1 where one of them is called so, and does not only mention it: such a group comes first, for Enter takes the first. */
const countNamed = ({ items }: PaletteGroup, typed: string): number =>
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

function useHits(asked: string) {
  const { t } = useTranslation('palette');
  const itemOf = useHitItem();
  const hits = useQuery({ ...searchQuery(asked), enabled: useMay(overview.search) });
  const byType = new Map<SearchHit['type'], PaletteItem[]>();
  for (const hit of hits.data ?? []) {
    const item = itemOf(hit);
    if (item) byType.set(hit.type, [...(byType.get(hit.type) ?? []), item]);
  }
  return { hits, groups: [...byType].map(([type, items]) => ({ title: t(`types.${type}`), items })) };
}

/** Only what opens to the viewer. */
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

/** As stored when the palette opened. What the viewer may no longer do, or what is gone, is left out. */
function useRecent(known: readonly PaletteItem[]): PaletteItem[] {
  const [choices] = useState(recentChoices);
  const itemOf = useHitItem();
  const find = ({ key, hit }: Choice) => (hit ? itemOf(hit) : known.find((item) => item.key === key));
  return choices.flatMap((choice) => {
    const item = find(choice);
    return item ? [{ ...item, key: `recent:${item.key}` }] : [];
  });
}
