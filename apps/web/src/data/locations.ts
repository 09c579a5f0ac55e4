import { type Endpoint, type Input, type Location, type LocationUpdate, locations } from '@key2xs/contract';
import { queryOptions, useMutation } from '@tanstack/react-query';
import { call } from '#lib/calls/call';
import { keyOf } from './refetching';

/** All places, with what waits to be placed or decided. */
export const locationTreeQuery = queryOptions({
  queryKey: keyOf(locations.tree, 'tree'),
  queryFn: ({ signal }) => call(locations.tree, {}, { signal }),
});

export const locationQuery = (id: string) =>
  queryOptions({
    queryKey: keyOf(locations.get, 'one', id),
    queryFn: ({ signal }) => call(locations.get, { params: { id } }, { signal }),
  });

export const proposalQuery = queryOptions({
  queryKey: keyOf(locations.proposal, 'proposal'),
  queryFn: ({ signal }) => call(locations.proposal, {}, { signal }),
});

const useChange = <E extends Endpoint>(endpoint: E) =>
  useMutation({ mutationFn: (input: Input<E>) => call(endpoint, input) });

export const useCreateLocation = () => useChange(locations.create);
export const useMergeLocations = () => useChange(locations.merge);
export const useRemoveLocation = () => useChange(locations.remove);
export const usePlaceCylinders = () => useChange(locations.place);
export const useConfirmProposal = () => useChange(locations.confirmProposal);
export const useDecideDifferences = () => useChange(locations.decideDifferences);
export const useImportLocations = () => useChange(locations.importCsv);

type Update = { place: Pick<Location, 'id' | 'version'>; changes: LocationUpdate };

/** Changes nothing when somebody else changed the place meanwhile. */
export function useUpdateLocation() {
  return useMutation({
    mutationFn: ({ place: { id, version }, changes }: Update) =>
      call(locations.update, { params: { id }, body: changes }, { ifMatch: version }),
  });
}
