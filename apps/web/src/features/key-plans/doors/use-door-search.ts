import {
  type AccessProfile,
  type Cylinder,
  type CylinderGroup,
  cylinderGroupList,
  cylinderList,
} from '@key2xs/contract';
import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { recordsQuery } from '#data/records';
import type { PickedDoor } from './picked-door';

/** Per kind; beyond this the search should be narrowed. */
const MAX_FOUND = 20;

/** A door with a label that distinguishes it in a list. */
export type FoundDoor = PickedDoor & { label: string };

type Wanted = { search: string; profiles: readonly AccessProfile[]; keySystemId?: string };

/** Profiles, groups and cylinders that match a text, at most 20 of each. */
export function useDoorSearch({ search, profiles, keySystemId }: Wanted) {
  const { t } = useTranslation('key-plans');
  const filter = {
    limit: MAX_FOUND,
    ...(search && { search }),
    ...(keySystemId && { connection_id: keySystemId }),
  };
  const groups = useQuery(recordsQuery(cylinderGroupList, { params: undefined, query: filter }));
  const cylinders = useQuery(recordsQuery(cylinderList, { params: undefined, query: filter }));
  const found: FoundDoor[] = [
    ...profilesLike(profiles, search).map(asProfile),
    ...(groups.data?.rows ?? []).map((group) => asGroup(group, t)),
    ...(cylinders.data?.rows ?? []).map(asCylinder),
  ];
  return {
    found,
    failed: groups.error ?? cylinders.error ?? undefined,
    isSearching: groups.isFetching || cylinders.isFetching,
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

const asGroup = ({ id, name, cylinders }: CylinderGroup, t: TFunction<'key-plans'>): FoundDoor => ({
  object_type: 'cylinder_group',
  object_identifier: id,
  name,
  label: t('objects.group', { name, count: cylinders }),
});

const asCylinder = ({ id, marking, name, location }: Cylinder): FoundDoor => ({
  object_type: 'cylinder',
  object_identifier: id,
  name: marking,
  label: [marking, name, location].filter(Boolean).join(' · '),
});
