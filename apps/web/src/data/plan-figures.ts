import { planFigures } from '@key2xs/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from '#lib/calls/call';
import { keyOf } from './refetching';

/** A plan in figures: who reaches what. */
export const figuresQuery = (planId: string) =>
  queryOptions({
    queryKey: keyOf(planFigures.statistics, 'figures', planId),
    queryFn: ({ signal }) => call(planFigures.statistics, { params: { keyplan_id: planId } }, { signal }),
  });

/** What its last versions reach, the oldest first. */
export const growthQuery = (planId: string) =>
  queryOptions({
    queryKey: keyOf(planFigures.growth, 'growth', planId),
    queryFn: ({ signal }) => call(planFigures.growth, { params: { keyplan_id: planId } }, { signal }),
  });

/** What each plan reaches, by its id. */
export const coverageQuery = queryOptions({
  queryKey: keyOf(planFigures.coverage, 'coverage'),
  queryFn: async ({ signal }) => {
    const { items } = await call(planFigures.coverage, {}, { signal });
    return new Map(items.map((item) => [item.keyplan_id, item]));
  },
});
