import { type Location, type LocationUpdate, locations } from '@key2xs/contract';
import { endpointQuery, useCall } from '../calls/endpoint-calls';

/** All places, with what waits for placement or a decision. */
export const locationTreeQuery = endpointQuery(locations.tree, ['tree'], {});

export const locationQuery = (id: string) => endpointQuery(locations.get, ['one', id], { params: { id } });

export const proposalQuery = endpointQuery(locations.proposal, ['proposal'], {});

export const useCreateLocation = () => useCall(locations.create);
export const useMergeLocations = () => useCall(locations.merge);
export const useRemoveLocation = () => useCall(locations.remove);
export const usePlaceCylinders = () => useCall(locations.place);
export const useConfirmProposal = () => useCall(locations.confirmProposal);
export const useDecideDifferences = () => useCall(locations.decideDifferences);
export const useImportLocations = () => useCall(locations.importCsv);

type Update = { place: Pick<Location, 'id' | 'version'>; changes: LocationUpdate };

/** Changes nothing after a concurrent change of the place. */
export const useUpdateLocation = () =>
  useCall(
    locations.update,
    ({ place: { id }, changes }: Update) => ({ params: { id }, body: changes }),
    ({ place: { version } }: Update) => ({ ifMatch: version }),
  );
