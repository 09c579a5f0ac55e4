import { type ChangeSet, changeSets, type Input } from '@key2xs/contract';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { call } from '#lib/calls/call';
import { keyOf } from './refetching';

const POLL_MS = 1_000;

/** The server is working on it, so it has to be polled. */
export const isMoving = ({ state }: Pick<ChangeSet, 'state'>) => state === 'computing' || state === 'applying';

const countIn = async (state: ChangeSet['state'], signal: AbortSignal) =>
  (await call(changeSets.list, { query: { state, offset: 0, limit: 1 } }, { signal })).total;

/** How many wait for a decision. */
export const waitingChangeSetsQuery = queryOptions({
  queryKey: keyOf(changeSets.list, 'waiting'),
  queryFn: async ({ signal }) => (await countIn('ready', signal)) + (await countIn('quarantined', signal)),
});

export const changeSetQuery = (id: string) =>
  queryOptions({
    queryKey: keyOf(changeSets.get, 'one', id),
    queryFn: ({ signal }) => call(changeSets.get, { params: { id } }, { signal }),
    refetchInterval: ({ state }) => (state.data && isMoving(state.data) ? POLL_MS : false),
  });

export function useApplyChangeSet() {
  return useMutation({ mutationFn: (id: string) => call(changeSets.apply, { params: { id } }) });
}

/** Applies once despite the guard; the limit stays. */
export function useAllowOnce() {
  return useMutation({
    mutationFn: ({ id, reason }: { id: string; reason: string }) =>
      call(changeSets.allowOnce, { params: { id }, body: { reason } }),
  });
}

/** Raises the removal limit of the connection for good, and applies. */
export function useRaiseLimit() {
  return useMutation({
    mutationFn: ({ id, ...body }: { id: string } & Input<typeof changeSets.raiseLimit>['body']) =>
      call(changeSets.raiseLimit, { params: { id }, body }),
  });
}

export function useDiscardChangeSet() {
  return useMutation({
    mutationFn: ({ id, reason }: { id: string; reason: string }) =>
      call(changeSets.discard, { params: { id }, body: { reason } }),
  });
}
