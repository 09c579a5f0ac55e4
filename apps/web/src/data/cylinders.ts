import { cylinders, type Input } from '@key2xs/contract';
import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query';
import { call, download } from '#lib/call';

type CylinderFilter = Input<typeof cylinders.list>['query'];
type GroupFilter = Input<typeof cylinders.groups>['query'];
type CylinderExport = Input<typeof cylinders.exportCsv>['query'];
type GroupExport = Input<typeof cylinders.exportGroupsCsv>['query'];

/** One page of the mirror's cylinders, by marking unless sorted otherwise. */
export const cylindersQuery = (filter: CylinderFilter) =>
  queryOptions({
    queryKey: ['cylinders', filter],
    queryFn: ({ signal }) => call(cylinders.list, { query: filter }, { signal }),
    placeholderData: keepPreviousData,
  });

/** One cylinder with its programming jobs. */
export const cylinderQuery = (id: string) =>
  queryOptions({
    queryKey: ['cylinders', 'one', id],
    queryFn: ({ signal }) => call(cylinders.get, { params: { id } }, { signal }),
  });

/** One page of the mirror's cylinder groups, by name unless sorted otherwise. */
export const cylinderGroupsQuery = (filter: GroupFilter) =>
  queryOptions({
    queryKey: ['cylinder-groups', filter],
    queryFn: ({ signal }) => call(cylinders.groups, { query: filter }, { signal }),
    placeholderData: keepPreviousData,
  });

/** The name of a group that a filter speaks of. */
export const cylinderGroupQuery = (id: string) =>
  queryOptions({
    queryKey: ['cylinder-groups', 'one', id],
    queryFn: ({ signal }) => call(cylinders.group, { params: { id } }, { signal }),
  });

/** The values that cylinders and keys can be filtered by. */
export const inventoryFacetsQuery = queryOptions({
  queryKey: ['inventory-facets'],
  queryFn: ({ signal }) => call(cylinders.facets, {}, { signal }),
  staleTime: 60_000,
});

/** Recorded in the audit log. */
export function useExportCylinders() {
  return useMutation({
    mutationFn: (filter: CylinderExport) => download(cylinders.exportCsv, { query: filter }, 'cylinders.csv'),
  });
}

/** Recorded in the audit log. */
export function useExportGroups() {
  return useMutation({
    mutationFn: (filter: GroupExport) => download(cylinders.exportGroupsCsv, { query: filter }, 'cylinder-groups.csv'),
  });
}
