import { planFigures } from '@key2xs/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from '#lib/calls/call';
import { endpointQuery } from '../calls/endpoint-calls';
import { keyOf } from '../calls/refetching';

/** Statistics of a plan: who reaches what. */
export const figuresQuery = (planId: string) =>
  endpointQuery(planFigures.statistics, ['figures', planId], { params: { keyplan_id: planId } });

/** The reach of its latest versions, oldest first. */
export const growthQuery = (planId: string) =>
  endpointQuery(planFigures.growth, ['growth', planId], { params: { keyplan_id: planId } });

/** The reach of each plan, by its id. */
export const coverageQuery = queryOptions({
  queryKey: keyOf(planFigures.coverage, 'coverage'),
  queryFn: async ({ signal }) => {
    const { items } = await call(planFigures.coverage, {}, { signal });
    return new Map(items.map((item) => [item.keyplan_id, item]));
  },
});
