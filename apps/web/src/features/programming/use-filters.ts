import { programmingKeyList, type programmingList } from '@key2xs/contract';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { optionsOf, type RecordFilter } from '#components/records/record-filters';
import { recordsQuery } from '#data/calls/records';
import { inventoryFacetsQuery } from '#data/key-systems/cylinders';
import { locationTreeQuery } from '#data/key-systems/locations';

const ages = [7, 30, 90];
const kinds = ['program', 'change_group', 'block', 'unblock', 'fetch_events', 'reprogram'] as const;

export function useFilters(): RecordFilter<typeof programmingList>[] {
  const { t } = useTranslation('programming');
  const { data: facets } = useQuery(inventoryFacetsQuery);
  const { data: carriers } = useQuery(recordsQuery(programmingKeyList, { params: undefined, query: { limit: 200 } }));
  const { data: tree } = useQuery(locationTreeQuery);
  const places = new Map((tree?.places ?? []).map((place) => [place.id, place]));
  const pathOf = (id: string | null): string => {
    const place = id === null ? undefined : places.get(id);
    if (!place) return '';
    const above = pathOf(place.parent_id);
    return above ? `${above} / ${place.name}` : place.name;
  };
  const placeOptions = [...places.keys()]
    .map((id) => ({ value: id, label: pathOf(id) }))
    .sort((one, other) => one.label.localeCompare(other.label));
  return [
    { name: 'connection_id', label: t('filters.system'), options: optionsOf(facets?.key_systems ?? []) },
    { name: 'location_id', label: t('filters.place'), options: placeOptions },
    { name: 'kind', label: t('filters.kind'), options: kinds.map((value) => ({ value, label: t(`kinds.${value}`) })) },
    {
      name: 'programming_key_id',
      label: t('filters.key'),
      options: [
        { value: 'none', label: t('filters.noKey') },
        ...(carriers?.rows ?? []).map(({ id, marking }) => ({ value: id, label: marking })),
      ],
    },
    {
      name: 'older_than_days',
      label: t('filters.age'),
      options: ages.map((days) => ({ value: String(days), label: t('filters.older', { count: days }) })),
    },
  ];
}
