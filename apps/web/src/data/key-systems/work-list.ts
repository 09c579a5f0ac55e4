import { workList } from '@key2xs/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from '#lib/calls/call';
import { endpointQuery, useCall } from '../calls/endpoint-calls';
import { keyOf } from '../calls/refetching';

/** The operators that work can be assigned to. */
export const operatorsQuery = queryOptions({
  ...endpointQuery(workList.operators, ['operators'], {}),
  select: ({ items }) => items,
});

/** The number of entries that wait for an operator. */
export const openWorkQuery = queryOptions({
  queryKey: keyOf(workList.list, 'open'),
  queryFn: async ({ signal }) => (await call(workList.list, { query: { state: 'open', limit: 1 } }, { signal })).total,
});

/** How long the open entries will take. */
export const workEstimateQuery = (connection_id: string | undefined) =>
  endpointQuery(workList.estimate, ['estimate', connection_id], { query: { connection_id } });

export const useAssignWork = () => useCall(workList.assign);
export const useMarkWorkDone = () => useCall(workList.markDone);
export const useReopenWork = () => useCall(workList.reopen);
