import { cylinders } from '@key2xs/contract';
import { queryOptions } from '@tanstack/react-query';
import { endpointQuery } from '../calls/endpoint-calls';

/** One cylinder with its programming jobs. */
export const cylinderQuery = (id: string) => endpointQuery(cylinders.get, ['one', id], { params: { id } });

/** Name of the group that a filter refers to. */
export const cylinderGroupQuery = (id: string) => endpointQuery(cylinders.group, ['group', id], { params: { id } });

/** Filter values for cylinders and keys. */
export const inventoryFacetsQuery = queryOptions({
  ...endpointQuery(cylinders.facets, ['facets'], {}),
  staleTime: 60_000,
});
