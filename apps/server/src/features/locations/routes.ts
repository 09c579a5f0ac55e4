import { cylinderSwaps, locationList, locations } from '@key2xs/contract';
import type { FastifyInstance } from 'fastify';
import { presentDeleted } from '#platform/deleted';
import type { Deps } from '#platform/deps';
import { route } from '#platform/http/route';
import { listRoutes } from '#platform/list/list-routes';
import { listSwaps } from './cylinder-swaps/list-swaps';
import { swapCylinder } from './cylinder-swaps/swap-cylinder';
import { decideDifferences } from './differences';
import { floorPlanRoutes } from './floor-plan/routes';
import { importLocations } from './import/import-locations';
import { locationSource } from './location-source';
import { changeLocation, createLocation, getLocation } from './manage';
import { type MoveReferences, mergeLocations, removeLocation } from './merge';
import { placeByHand } from './place';
import { confirmProposal, showProposal } from './propose';
import { getTree } from './service';

/** @param moveReferences moves the references of features above this one */
export function locationRoutes(app: FastifyInstance, deps: Deps, moveReferences: MoveReferences): void {
  listRoutes(app, deps, { list: locationList, find: (_, reader) => locationSource(reader) });
  floorPlanRoutes(app, deps);
  route(app, deps, locations.tree, ({ reader }) => getTree(reader));
  route(app, deps, locations.get, ({ params, reader }) => getLocation(reader, params.id));
  route(app, deps, locations.create, ({ caller, body }) => createLocation(deps, caller, body));
  route(app, deps, locations.update, ({ caller, params, body, expectedVersion }) =>
    changeLocation({ deps, caller, id: params.id, expectedVersion }, body),
  );
  route(app, deps, locations.merge, ({ caller, params, body, expectedVersion }) =>
    mergeLocations({ deps, caller, id: params.id, expectedVersion, moveReferences }, body.into),
  );
  route(app, deps, locations.remove, async ({ caller, reader, params, query, expectedVersion }) =>
    presentDeleted(
      await removeLocation({ deps, caller, id: params.id, expectedVersion, moveReferences }, query.target),
      reader.language,
    ),
  );
  route(app, deps, locations.place, ({ caller, body }) => placeByHand(deps, caller, body.placements));
  route(app, deps, cylinderSwaps.list, ({ reader, params }) => listSwaps(reader, params.id));
  route(app, deps, cylinderSwaps.swap, ({ caller, params, body }) =>
    swapCylinder({ deps, caller, id: params.id }, body),
  );
  route(app, deps, locations.proposal, ({ reader }) => showProposal(reader));
  route(app, deps, locations.confirmProposal, ({ caller, body }) => confirmProposal(deps, caller, body.stamp));
  route(app, deps, locations.decideDifferences, ({ caller, body }) => decideDifferences(deps, caller, body));
  route(app, deps, locations.importCsv, ({ caller, body, reader }) =>
    importLocations({ deps, caller, language: reader.language }, body.file),
  );
}
