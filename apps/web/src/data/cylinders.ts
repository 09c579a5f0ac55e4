import { cylinders, type Input } from '@key2xs/contract';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '#lib/call';

type CylinderFilter = Input<typeof cylinders.list>['query'];
type GroupFilter = Input<typeof cylinders.groups>['query'];

/** One page of the mirror's cylinders, by marking unless sorted otherwise. */
export const cylindersQuery = (filter: CylinderFilter) =>
  queryOptions({
    queryKey: ['cylinders', filter],
    queryFn: ({ signal }) => call(cylinders.list, { query: filter }, { signal }),
    placeholderData: keepPreviousData,
  });

/** One page of the mirror's cylinder groups, by name. */
export const cylinderGroupsQuery = (filter: GroupFilter) =>
  queryOptions({
    queryKey: ['cylinder-groups', filter],
    queryFn: ({ signal }) => call(cylinders.groups, { query: filter }, { signal }),
    placeholderData: keepPreviousData,
  });
