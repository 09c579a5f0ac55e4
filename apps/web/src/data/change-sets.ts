import { type ChangeSet, changeSets, type Input } from '@key2xs/contract';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#lib/calls/call';

const POLL_MS = 1_000;

/** The server is working on it, so it has to be polled. */
export const isMoving = ({ state }: Pick<ChangeSet, 'state'>) => state === 'computing' || state === 'applying';

const countIn = async (state: ChangeSet['state'], signal: AbortSignal) =>
  (await call(changeSets.list, { query: { state, offset: 0, limit: 1 } }, { signal })).total;

/** How many wait for a decision. */
export const waitingChangeSetsQuery = queryOptions({
  queryKey: ['change-sets', 'waiting'],
  queryFn: async ({ signal }) => (await countIn('ready', signal)) + (await countIn('quarantined', signal)),
});

export const changeSetQuery = (id: string) =>
  queryOptions({
    queryKey: ['change-sets', 'one', id],
    queryFn: ({ signal }) => call(changeSets.get, { params: { id } }, { signal }),
    refetchInterval: ({ state }) => (state.data && isMoving(state.data) ? POLL_MS : false),
  });

/** Refetches change sets, tasks, people and access after a decision. */
function useDecided() {
  const client = useQueryClient();
  const stale = [['change-sets'], ['changes'], ['overview'], ['iam-connections'], ['key-systems'], ['sync-tasks']];
  return () => Promise.all(stale.map((queryKey) => client.invalidateQueries({ queryKey })));
}

export function useApplyChangeSet() {
  const onSettled = useDecided();
  return useMutation({ mutationFn: (id: string) => call(changeSets.apply, { params: { id } }), onSettled });
}

/** Applies once despite the guard; the limit stays. */
export function useAllowOnce() {
  const onSettled = useDecided();
  return useMutation({
    mutationFn: ({ id, reason }: { id: string; reason: string }) =>
      call(changeSets.allowOnce, { params: { id }, body: { reason } }),
    onSettled,
  });
}

/** Raises the removal limit of the connection for good, and applies. */
export function useRaiseLimit() {
  const onSettled = useDecided();
  return useMutation({
    mutationFn: ({ id, ...body }: { id: string } & Input<typeof changeSets.raiseLimit>['body']) =>
      call(changeSets.raiseLimit, { params: { id }, body }),
    onSettled,
  });
}

export function useDiscardChangeSet() {
  const onSettled = useDecided();
  return useMutation({
    mutationFn: ({ id, reason }: { id: string; reason: string }) =>
      call(changeSets.discard, { params: { id }, body: { reason } }),
    onSettled,
  });
}
