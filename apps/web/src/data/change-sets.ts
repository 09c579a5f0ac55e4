import { type ChangeSet, changeSets, type Input } from '@key2xs/contract';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call, download } from '#lib/call';

const POLL_MS = 1_000;

type ListFilter = Input<typeof changeSets.list>['query'];
type ItemPage = Input<typeof changeSets.items>['query'];
type ItemFilter = Input<typeof changeSets.exportCsv>['query'];

/** Something works on it, so it changes by itself. */
export const isMoving = ({ state }: Pick<ChangeSet, 'state'>) => state === 'computing' || state === 'applying';

/** One page of change sets, newest first; asked for again while one of them moves. */
export const changeSetsQuery = (filter: ListFilter) =>
  queryOptions({
    queryKey: ['change-sets', 'list', filter],
    queryFn: ({ signal }) => call(changeSets.list, { query: filter }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.items.some(isMoving) ? POLL_MS : false),
  });

export const changeSetQuery = (id: string) =>
  queryOptions({
    queryKey: ['change-sets', 'one', id],
    queryFn: ({ signal }) => call(changeSets.get, { params: { id } }, { signal }),
    refetchInterval: ({ state }) => (state.data && isMoving(state.data) ? POLL_MS : false),
  });

/**
 * One page of the single changes, in order of applying unless sorted otherwise. `progress` is whatever tells one moment
 * of the change set from another, so that the outcomes shown are those of the figures above them.
 */
export const changesQuery = (id: string, filter: ItemPage, progress: string) =>
  queryOptions({
    queryKey: ['change-sets', 'items', id, filter, progress],
    queryFn: ({ signal }) => call(changeSets.items, { params: { id }, query: filter }, { signal }),
    placeholderData: keepPreviousData,
  });

/** After a decision: what waits, what runs and what the people and rights are. */
function useDecided() {
  const client = useQueryClient();
  const stale = [['change-sets'], ['overview'], ['iam-connections'], ['key-systems'], ['sync-tasks']];
  return () => Promise.all(stale.map((queryKey) => client.invalidateQueries({ queryKey })));
}

export function useApplyChangeSet() {
  const onSettled = useDecided();
  return useMutation({ mutationFn: (id: string) => call(changeSets.apply, { params: { id } }), onSettled });
}

/** Applies although a guard stopped it; the limit stays. */
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

/** Hands the filtered changes to the browser as a file; recorded in the audit log. */
export function useExportChanges() {
  return useMutation({
    mutationFn: ({ id, filter, fileName }: { id: string; filter: ItemFilter; fileName: string }) =>
      download(changeSets.exportCsv, { params: { id }, query: filter }, fileName),
  });
}
