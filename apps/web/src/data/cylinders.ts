import { cylinders } from '@key2xs/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from '#lib/calls/call';
import { keyOf } from './refetching';

/** One cylinder with its programming jobs. */
export const cylinderQuery = (id: string) =>
  queryOptions({
    queryKey: keyOf(cylinders.get, 'one', id),
    queryFn: ({ signal }) => call(cylinders.get, { params: { id } }, { signal }),
  });

/** Name of the group that a filter refers to. */
export const cylinderGroupQuery = (id: string) =>
  queryOptions({
    queryKey: keyOf(cylinders.group, 'group', id),
    queryFn: ({ signal }) => call(cylinders.group, { params: { id } }, { signal }),
  });

/** Filter values for cylinders and keys. */
export const inventoryFacetsQuery = queryOptions({
  queryKey: keyOf(cylinders.facets, 'facets'),
  queryFn: ({ signal }) => call(cylinders.facets, {}, { signal }),
  staleTime: 60_000,
});
