import { type AccessProfile, type AccessProfileCreate, keyPlans } from '@key2xs/contract';
import { queryOptions, useMutation } from '@tanstack/react-query';
import type { z } from 'zod';
import { call } from '#lib/calls/call';
import { keyOf } from './refetching';

/** Access profiles of a key plan, by name; a plan has some dozens. */
export const profilesQuery = (planId: string) =>
  queryOptions({
    queryKey: keyOf(keyPlans.listProfiles, 'profiles', planId),
    queryFn: ({ signal }) =>
      call(keyPlans.listProfiles, { params: { keyplan_id: planId }, query: { limit: 1_000 } }, { signal }),
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

export function useCreateProfile() {
  return useMutation({
    mutationFn: ({ planId, body }: NewProfile) =>
      call(keyPlans.createProfile, { params: { keyplan_id: planId }, body }),
  });
}

type ProfileChange = { profile: AccessProfile; body: z.input<typeof AccessProfileCreate> };

/** Changes nothing if somebody else changed the profile first (version_conflict). */
export function useUpdateProfile() {
  return useMutation({
    mutationFn: ({ profile: { id, keyplan_id, version }, body }: ProfileChange) =>
      call(keyPlans.updateProfile, { params: { keyplan_id, profile_id: id }, body }, { ifMatch: version }),
  });
}

/** Refused with constraint_violation while a rule uses the profile. */
export function useDeleteProfile() {
  return useMutation({
    mutationFn: ({ id, keyplan_id }: AccessProfile) =>
      call(keyPlans.removeProfile, { params: { keyplan_id, profile_id: id } }),
  });
}
