import { type AccessProfile, type AccessProfileCreate, keyPlans } from '@key2xs/contract';
import { queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import { call } from '#lib/calls/call';
import { endpointQuery, useCall } from '../calls/endpoint-calls';
import { keyOf } from '../calls/refetching';

/** Access profiles of a key plan, by name; a plan has some dozens. */
export const profilesQuery = (planId: string) =>
  endpointQuery(keyPlans.listProfiles, ['profiles', planId], {
    params: { keyplan_id: planId },
    query: { limit: 1_000 },
  });

/** A profile's cylinders and groups, with the names that the picker shows. */
export const profileDoorsQuery = (profileId: string) =>
  queryOptions({
    queryKey: keyOf(keyPlans.profileCylinders, 'profile-doors', profileId),
    queryFn: async ({ signal }) => {
      const params = { profile_id: profileId };
      const [cylinders, groups] = await Promise.all([
        call(keyPlans.profileCylinders, { params }, { signal }),
        call(keyPlans.profileGroups, { params }, { signal }),
      ]);
      return { cylinders: cylinders.items, groups: groups.items };
    },
  });

type NewProfile = { planId: string; body: z.input<typeof AccessProfileCreate> };

export const useCreateProfile = () =>
  useCall(keyPlans.createProfile, ({ planId, body }: NewProfile) => ({ params: { keyplan_id: planId }, body }));

type ProfileChange = { profile: AccessProfile; body: z.input<typeof AccessProfileCreate> };

/** Changes nothing after a concurrent change (version_conflict). */
export const useUpdateProfile = () =>
  useCall(
    keyPlans.updateProfile,
    ({ profile: { id, keyplan_id }, body }: ProfileChange) => ({ params: { keyplan_id, profile_id: id }, body }),
    ({ profile: { version } }: ProfileChange) => ({ ifMatch: version }),
  );

/** Refused with constraint_violation while a rule uses the profile. */
export const useDeleteProfile = () =>
  useCall(keyPlans.removeProfile, ({ id, keyplan_id }: AccessProfile) => ({ params: { keyplan_id, profile_id: id } }));
