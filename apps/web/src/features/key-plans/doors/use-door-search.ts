import {
  type AccessProfile,
  type Cylinder,
  type CylinderGroup,
  cylinderGroupList,
  cylinderList,
  type Location,
  locationList,
} from '@key2xs/contract';
import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { recordsQuery } from '#data/records';
import { cylinderWords, shownName } from '#lib/door-words';
import type { PickedDoor } from './picked-door';

/** Per kind; beyond this the search should be narrowed. */
const MAX_FOUND = 20;

/** A door with a label that distinguishes it in a list. */
export type FoundDoor = PickedDoor & { label: string };

type Wanted = { search: string; profiles: readonly AccessProfile[]; withPlaces: boolean; keySystemId?: string };

/** Profiles, groups, places and cylinders that match a text, at most 20 of each; places by their whole path. */
export function useDoorSearch({ search, profiles, withPlaces, keySystemId }: Wanted) {
  const { t } = useTranslation('key-plans');
  const like = { limit: MAX_FOUND, ...(search && { search }) };
  const filter = { ...like, ...(keySystemId && { connection_id: keySystemId }) };
  const groups = useQuery(recordsQuery(cylinderGroupList, { params: undefined, query: filter }));
  const cylinders = useQuery(recordsQuery(cylinderList, { params: undefined, query: filter }));
  const places = useQuery({
    ...recordsQuery(locationList, { params: undefined, query: like }),
    enabled: withPlaces,
  });
  const found: FoundDoor[] = [
    ...profilesLike(profiles, search).map(asProfile),
    ...(groups.data?.rows ?? []).map((group) => asGroup(group, t)),
    ...(places.data?.rows ?? []).map((place) => asPlace(place, t)),
    ...(cylinders.data?.rows ?? []).map(asCylinder),
  ];
  return {
    found,
    failed: groups.error ?? places.error ?? cylinders.error ?? undefined,
    isSearching: groups.isFetching || places.isFetching || cylinders.isFetching,
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

const asGroup = (group: CylinderGroup, t: TFunction<'key-plans'>): FoundDoor => ({
  object_type: 'cylinder_group',
  object_identifier: group.id,
  name: shownName(group),
  label: t('objects.group', { name: shownName(group), count: group.cylinders }),
});

const asPlace = ({ id, path, cylinders }: Location, t: TFunction<'key-plans'>): FoundDoor => ({
  object_type: 'location',
  object_identifier: id,
  name: path,
  label: t('objects.place', { name: path, count: cylinders }),
});

const asCylinder = (cylinder: Cylinder): FoundDoor => ({
  object_type: 'cylinder',
  object_identifier: cylinder.id,
  name: cylinderWords(cylinder),
  label: [cylinderWords(cylinder), cylinder.location].filter(Boolean).join(' · '),
});
