import type { SearchHit } from '@key2xs/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useRole } from '#data/auth';
import { useFlags } from '#data/overview';
import { searchQuery } from '#data/search';
import { dashboardOf } from '../../features/dashboard/dashboard-cards';
import { recordsFor } from '../frame/destinations';
import { type Place, placeOf } from './search-places';

export type PaletteItem = { key: string; title: string; subtitle?: string; place: Place };
export type PaletteGroup = { title: string; items: PaletteItem[] };

/** What the palette offers for a text: screens by name at once, records as soon as the server has found them. */
export function usePaletteItems(text: string): { groups: PaletteGroup[]; isBusy: boolean; hasFailed: boolean } {
  const { t } = useTranslation(['shell', 'dashboard']);
  const role = useRole();
  const hits = useQuery({ ...searchQuery(text), enabled: role === 'superadmin' });
  const screens = useScreens(text);
  const groups = [
    { title: t('search.screens'), items: screens },
    ...groupHits(hits.data ?? []).map(([type, found]) => ({
      title: t(`search.types.${type}`),
      items: found.map((hit) => ({ key: hit.id, title: hit.title, subtitle: hit.subtitle, place: placeOf(hit) })),
    })),
  ];
  return { groups: groups.filter((group) => group.items.length > 0), isBusy: hits.isFetching, hasFailed: hits.isError };
}

function useScreens(text: string): PaletteItem[] {
  const { t } = useTranslation(['shell', 'dashboard']);
  const role = useRole();
  const flags = useFlags();
  if (!role || !flags) return [];
  const { superAdmin, general } = dashboardOf(role, flags);
  const all: PaletteItem[] = [
    { key: 'home', title: t('nav.home'), place: { to: '/dashboards/start' } },
    ...[...superAdmin, ...general].map(({ name, to }) => ({
      key: name,
      title: t(`dashboard:cards.${name}.title`),
      place: { to },
    })),
    ...recordsFor(role).map(({ name, to }) => ({ key: name, title: t(`nav.${name}`), place: { to } })),
    { key: 'profile', title: t('user.profile'), place: { to: '/profile' } },
  ];
  const wanted = text.trim().toLowerCase();
  return all.filter(({ title }) => title.toLowerCase().includes(wanted));
}

/** In the order in which each type first appears, which is the server's. */
function groupHits(hits: readonly SearchHit[]): [SearchHit['type'], SearchHit[]][] {
  const groups = new Map<SearchHit['type'], SearchHit[]>();
  for (const hit of hits) groups.set(hit.type, [...(groups.get(hit.type) ?? []), hit]);
  return [...groups];
}
