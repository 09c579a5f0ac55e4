import { type Endpoint, type Input, workList } from '@key2xs/contract';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call, download } from '#lib/call';

type WorkPage = Input<typeof workList.list>['query'];
type WorkFilter = Input<typeof workList.exportCsv>['query'];

/** One page of the work list: open entries in the order they should be done, unless the filter says otherwise. */
export const workListQuery = (filter: WorkPage) =>
  queryOptions({
    queryKey: ['work-list', filter],
    queryFn: ({ signal }) => call(workList.list, { query: filter }, { signal }),
    placeholderData: keepPreviousData,
  });

/** Whom work can be assigned to. */
export const operatorsQuery = queryOptions({
  queryKey: ['operators'],
  queryFn: ({ signal }) => call(workList.operators, {}, { signal }),
  select: ({ items }) => items,
});

/** Both are recorded in the audit log. */
export function useExportWork(form: 'csv' | 'pdf') {
  const endpoint = form === 'csv' ? workList.exportCsv : workList.exportPdf;
  return useMutation({
    mutationFn: (filter: WorkFilter) => download(endpoint, { query: filter }, `work-list.${form}`),
  });
}

/** Ticking changes what is taken for recorded, so access and key systems are read anew as well. */
function useDecision<E extends Endpoint>(endpoint: E) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (input: Input<E>) => call(endpoint, input),
    onSuccess: async () => {
      const stale = [['work-list'], ['key-systems'], ['people'], ['overview']];
      await Promise.all(stale.map((queryKey) => client.invalidateQueries({ queryKey })));
    },
  });
}

export const useAssignWork = () => useDecision(workList.assign);
export const useMarkWorkDone = () => useDecision(workList.markDone);
export const useReopenWork = () => useDecision(workList.reopen);
