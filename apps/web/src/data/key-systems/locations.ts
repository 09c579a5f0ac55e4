import {
  cylinderSwaps,
  type FloorPlanPin,
  floorPlans,
  type Location,
  type LocationUpdate,
  locations,
} from '@key2xs/contract';
import { queryOptions } from '@tanstack/react-query';
import { fetchFile } from '#lib/calls/call';
import { endpointQuery, useCall } from '../calls/endpoint-calls';
import { keyOf } from '../calls/refetching';

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

export const floorPlanQuery = (id: string) => endpointQuery(floorPlans.get, ['floor-plan', id], { params: { id } });

/** The picture, unpacked. `tag` tells it from the one before. */
export const floorPlanPictureQuery = (id: string, tag: string) =>
  queryOptions({
    queryKey: keyOf(floorPlans.picture, 'floor-plan-picture', id, tag),
    queryFn: async ({ signal }) =>
      createImageBitmap(await fetchFile(floorPlans.picture, { params: { id }, query: {} }, { signal })),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0, // up to 64 MB
  });

type Upload = { id: string; version: number; file: File; page: number };

export const useUploadFloorPlan = () =>
  useCall(
    floorPlans.upload,
    ({ id, file, page }: Upload) => ({ params: { id }, query: { page }, body: { file } }),
    ({ version }: Upload) => ({ ifMatch: version, timeoutMs: 90_000 }),
  );

type Pins = { id: string; version: number; pins: FloorPlanPin[] };

/** Changes nothing after a concurrent change of the plan. */
export const useSavePins = () =>
  useCall(
    floorPlans.savePins,
    ({ id, pins }: Pins) => ({ params: { id }, body: { pins } }),
    ({ version }: Pins) => ({ ifMatch: version }),
  );

type Removal = { id: string; version: number };

export const useRemoveFloorPlan = () =>
  useCall(
    floorPlans.remove,
    ({ id }: Removal) => ({ params: { id } }),
    ({ version }: Removal) => ({ ifMatch: version }),
  );

export const cylinderSwapsQuery = (id: string) => endpointQuery(cylinderSwaps.list, ['swaps', id], { params: { id } });

export const useSwapCylinder = () => useCall(cylinderSwaps.swap);
