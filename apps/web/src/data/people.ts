import { type Input, people } from '@key2xs/contract';
import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query';
import { call, download } from '#lib/call';

type PersonFilter = Input<typeof people.exportCsv>['query'];
type PersonPage = Input<typeof people.list>['query'];

/** One page of the people of all sources, by name unless sorted otherwise. */
export const peopleQuery = (filter: PersonPage) =>
  queryOptions({
    queryKey: ['people', 'list', filter],
    queryFn: ({ signal }) => call(people.list, { query: filter }, { signal }),
    placeholderData: keepPreviousData,
  });

export const personQuery = (id: string) =>
  queryOptions({
    queryKey: ['people', 'one', id],
    queryFn: ({ signal }) => call(people.get, { params: { id } }, { signal }),
  });

/** Hands everybody who matches the filter to the browser as a file; recorded in the audit log. */
export function useExportPeople() {
  return useMutation({
    mutationFn: (filter: PersonFilter) => download(people.exportCsv, { query: filter }, 'people.csv'),
  });
}
