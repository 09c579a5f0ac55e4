import { floorPlans } from '@key2xs/contract';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#platform/deps';
import { route } from '#platform/http/route';
import { getFloorPlan, getPicture } from './get-plan';
import { savePins } from './save-pins';
import { removeFloorPlan, uploadFloorPlan } from './upload-plan';

export function floorPlanRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, floorPlans.get, ({ reader, params }) => getFloorPlan(reader, params.id));
  route(app, deps, floorPlans.picture, ({ reader, params, query }) => getPicture(reader, params.id, query.size));
  route(app, deps, floorPlans.upload, ({ caller, params, query, body, expectedVersion, signal }) =>
    uploadFloorPlan({ deps, caller, id: params.id, expectedVersion }, { ...query, ...body, signal }),
  );
  route(app, deps, floorPlans.savePins, ({ caller, params, body, expectedVersion }) =>
    savePins({ deps, caller, id: params.id, expectedVersion }, body.pins),
  );
  route(app, deps, floorPlans.remove, ({ caller, params, expectedVersion }) =>
    removeFloorPlan({ deps, caller, id: params.id, expectedVersion }),
  );
}
