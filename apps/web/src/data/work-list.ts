import { type Endpoint, type Input, workList } from '@key2xs/contract';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#lib/calls/call';

/** People to whom work can be assigned. */
export const operatorsQuery = queryOptions({
  queryKey: ['operators'],
  queryFn: ({ signal }) => call(workList.operators, {}, { signal }),
  select: ({ items }) => items,
});

/** A decision changes recorded access, so access and key systems are refetched too. */
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
