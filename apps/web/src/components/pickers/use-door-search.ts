import {
  type AccessProfile,
  type Cylinder,
  type CylinderGroup,
  cylinderGroupList,
  cylinderList,
  type Location,
  locationList,
} from '@key2xs/contract';
import { useQueries, useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { recordsQuery } from '#data/calls/records';
import type { PickedDoor } from '#lib/addresses/picked-door';
import { cylinderWords, shownName } from '#lib/words/door-words';

/** Per kind; beyond this the search should be narrowed. */
const MAX_FOUND = 20;

/** A door with a label that distinguishes it in a list. */
export type FoundDoor = PickedDoor & { label: string };

type Wanted = {
  search: string;
  profiles?: readonly AccessProfile[];
  withPlaces?: boolean;
  keySystemIds: readonly string[];
};

/** Profiles, groups, places and cylinders that match a text, at most 20 of each of a key system; places by their whole path. */
export function useDoorSearch({ search, profiles = [], withPlaces = false, keySystemIds }: Wanted) {
  const { t } = useTranslation('pickers');
  const like = { limit: MAX_FOUND, ...(search && { search }) };
  const filters =
    keySystemIds.length === 0 ? [like] : keySystemIds.map((connection_id) => ({ ...like, connection_id }));
  const groups = useQueries({
    queries: filters.map((query) => recordsQuery(cylinderGroupList, { params: undefined, query })),
  });
  const cylinders = useQueries({
    queries: filters.map((query) => recordsQuery(cylinderList, { params: undefined, query })),
  });
  const places = useQuery({
    ...recordsQuery(locationList, { params: undefined, query: like }),
    enabled: withPlaces,
  });
  const all = [...groups, places, ...cylinders];
  const found: FoundDoor[] = [
    ...profilesLike(profiles, search).map(asProfile),
    ...groups.flatMap(({ data }) => data?.rows ?? []).map((group) => asGroup(group, t)),
    ...(places.data?.rows ?? []).map((place) => asPlace(place, t)),
    ...cylinders.flatMap(({ data }) => data?.rows ?? []).map(asCylinder),
  ];
  return {
    found,
    failed: all.find(({ error }) => error)?.error ?? undefined,
    isSearching: all.some(({ isFetching }) => isFetching),
  };
}

const profilesLike = (profiles: readonly AccessProfile[], search: string) =>
  profiles.filter(({ name }) => name.toLowerCase().includes(search.toLowerCase())).slice(0, MAX_FOUND);

const asProfile = ({ id, name }: AccessProfile): FoundDoor => ({
  object_type: 'access_profile',
  object_identifier: id,
  name,
  label: name,
});

const asGroup = (group: CylinderGroup, t: TFunction<'pickers'>): FoundDoor => ({
  object_type: 'cylinder_group',
  object_identifier: group.id,
  name: shownName(group),
  label: t('doors.group', { name: shownName(group), count: group.cylinders }),
});

const asPlace = ({ id, path, cylinders }: Location, t: TFunction<'pickers'>): FoundDoor => ({
  object_type: 'location',
  object_identifier: id,
  name: path,
  label: t('doors.place', { name: path, count: cylinders }),
});

const asCylinder = (cylinder: Cylinder): FoundDoor => ({
  object_type: 'cylinder',
  object_identifier: cylinder.id,
  name: cylinderWords(cylinder),
  label: [cylinderWords(cylinder), cylinder.location].filter(Boolean).join(' · '),
});
