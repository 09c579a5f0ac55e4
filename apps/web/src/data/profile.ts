import { profile } from '@key2xs/contract';
import { infiniteQueryOptions, useMutation } from '@tanstack/react-query';
import { call, download } from '#lib/calls/call';
import { endpointQuery, useCall } from './calls/endpoint-calls';
import { keyOf } from './calls/refetching';

export const profileQuery = endpointQuery(profile.get, ['account'], {});

export const ownSessionsQuery = endpointQuery(profile.listSessions, ['sessions'], {});

export const ownActionsQuery = infiniteQueryOptions({
  queryKey: keyOf(profile.listActions, 'actions'),
  queryFn: ({ pageParam, signal }) => call(profile.listActions, { query: { before: pageParam } }, { signal }),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ next }) => next ?? undefined,
});

export const useEndSession = () => useCall(profile.endSession, (id: string) => ({ params: { id } }));

export const useEndOtherSessions = () => useCall(profile.endOtherSessions, () => ({}));

export const useDownloadOwnData = () =>
  useMutation({
    mutationFn: () => download(profile.download, {}, `key2xs-profile-${new Date().toISOString().slice(0, 10)}.json`),
  });
