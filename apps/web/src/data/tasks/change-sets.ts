import { type ChangeSet, changeSets, type Input } from '@key2xs/contract';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '#lib/calls/call';
import { endpointQuery, useCall } from '../calls/endpoint-calls';
import { invalidate, keyOf } from '../calls/refetching';
import { isLive } from '../live/is-live';

const POLL_MS = 1_000;

/** The server is working on it, so it has to be polled. */
export const isMoving = ({ state }: Pick<ChangeSet, 'state'>) => state === 'computing' || state === 'applying';

const countIn = async (state: ChangeSet['state'], signal: AbortSignal) =>
  (await call(changeSets.list, { query: { state, offset: 0, limit: 1 } }, { signal })).total;

/** The number that wait for a decision. */
export const waitingChangeSetsQuery = queryOptions({
  queryKey: keyOf(changeSets.list, 'waiting'),
  queryFn: async ({ signal }) => (await countIn('ready', signal)) + (await countIn('quarantined', signal)),
});

export const changeSetQuery = (id: string) =>
  queryOptions({
    ...endpointQuery(changeSets.get, ['one', id], { params: { id } }),
    refetchInterval: ({ state }) => (state.data && isMoving(state.data) && !isLive() ? POLL_MS : false),
  });

/** Reads change sets that the server works on again; any task may be the one that does. */
export const readMovingAgain = (client: QueryClient) =>
  invalidate(client, {
    queryKey: keyOf(changeSets.get, 'one'),
    predicate: ({ state }) => isMoving((state.data ?? { state: 'applied' }) as ChangeSet),
  });

export const useApplyChangeSet = () => useCall(changeSets.apply, (id: string) => ({ params: { id } }));

/** Applies once despite the guard; the limit stays. */
export const useAllowOnce = () =>
  useCall(changeSets.allowOnce, ({ id, reason }: { id: string; reason: string }) => ({
    params: { id },
    body: { reason },
  }));

/** Raises the removal limit of the connection permanently, and applies. */
export const useRaiseLimit = () =>
  useCall(changeSets.raiseLimit, ({ id, ...body }: { id: string } & Input<typeof changeSets.raiseLimit>['body']) => ({
    params: { id },
    body,
  }));

export const useDiscardChangeSet = () =>
  useCall(changeSets.discard, ({ id, reason }: { id: string; reason: string }) => ({
    params: { id },
    body: { reason },
  }));
