import { type Endpoint, type Input, type Location, type LocationUpdate, locations } from '@key2xs/contract';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '#lib/calls/call';
import { accessKeys } from './access';

/** All places, with what waits to be placed or decided. */
export const locationTreeQuery = queryOptions({
  queryKey: ['locations', 'tree'],
  queryFn: ({ signal }) => call(locations.tree, {}, { signal }),
});

export const locationQuery = (id: string) =>
  queryOptions({
    queryKey: ['locations', 'one', id],
    queryFn: ({ signal }) => call(locations.get, { params: { id } }, { signal }),
  });

export const proposalQuery = queryOptions({
  queryKey: ['locations', 'proposal'],
  queryFn: ({ signal }) => call(locations.proposal, {}, { signal }),
});

/** A change to a place changes paths and counts of others, what stands in them, rules that name them, and who may open what. */
function useLocationsChanged() {
  const client = useQueryClient();
  const stale = [['locations'], ['cylinders'], ['key-plans'], ['overview'], ...accessKeys];
  return () => Promise.all(stale.map((queryKey) => client.invalidateQueries({ queryKey })));
}

function useChange<E extends Endpoint>(endpoint: E) {
  const onSettled = useLocationsChanged();
  return useMutation({ mutationFn: (input: Input<E>) => call(endpoint, input), onSettled });
}

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
  const onSettled = useLocationsChanged();
  return useMutation({
    mutationFn: ({ place: { id, version }, changes }: Update) =>
      call(locations.update, { params: { id }, body: changes }, { ifMatch: version }),
    onSettled,
  });
}
