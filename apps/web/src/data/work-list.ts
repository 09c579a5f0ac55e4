import { type Endpoint, type Input, workList } from '@key2xs/contract';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { call } from '#lib/calls/call';
import { keyOf } from './refetching';

/** People to whom work can be assigned. */
export const operatorsQuery = queryOptions({
  queryKey: keyOf(workList.operators, 'operators'),
  queryFn: ({ signal }) => call(workList.operators, {}, { signal }),
  select: ({ items }) => items,
});

/** How much waits for an operator. */
export const openWorkQuery = queryOptions({
  queryKey: keyOf(workList.list, 'open'),
  queryFn: async ({ signal }) => (await call(workList.list, { query: { state: 'open', limit: 1 } }, { signal })).total,
});

const useDecision = <E extends Endpoint>(endpoint: E) =>
  useMutation({ mutationFn: (input: Input<E>) => call(endpoint, input) });

export const useAssignWork = () => useDecision(workList.assign);
export const useMarkWorkDone = () => useDecision(workList.markDone);
export const useReopenWork = () => useDecision(workList.reopen);
