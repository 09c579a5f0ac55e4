import { capacities, type Input, programming } from '@key2xs/contract';
import { endpointQuery, useCall } from '../calls/endpoint-calls';

type CountFilter = Input<typeof programming.counts>['query'];

/** How many programming jobs there are by stage. */
export const programmingCountsQuery = (query: CountFilter) =>
  endpointQuery(programming.counts, ['counts', query], { query });

/** Programming keys of a key system, with what each carries. */
export const carriersQuery = (connection_id: string) =>
  endpointQuery(programming.keys, ['carriers', connection_id], { query: { connection_id, limit: 200 } });

export const programmingPolicyQuery = endpointQuery(programming.policy, ['policy'], {});

export const useOrderJobs = () =>
  useCall(programming.order, (body: Input<typeof programming.order>['body']) => ({ body }));
/** Changes nothing of jobs that someone else has changed meanwhile, as all below. */
export const useAssignJobs = () =>
  useCall(programming.assign, (body: Input<typeof programming.assign>['body']) => ({ body }));
export const useCancelJobs = () =>
  useCall(programming.cancel, (body: Input<typeof programming.cancel>['body']) => ({ body }));
export const useRetryJobs = () =>
  useCall(programming.retry, (body: Input<typeof programming.retry>['body']) => ({ body }));
export const useTickJobs = () =>
  useCall(programming.tick, (body: Input<typeof programming.tick>['body']) => ({ body }));

export const useSaveProgrammingPolicy = () =>
  useCall(programming.savePolicy, (body: Input<typeof programming.savePolicy>['body']) => ({ body }));

/** Which groups would save places in the memory of a key. */
export const keyAdviceQuery = (id: string) => endpointQuery(capacities.keyAdvice, ['advice', id], { params: { id } });
