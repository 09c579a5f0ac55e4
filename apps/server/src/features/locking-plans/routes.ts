import { lockingPlans } from '@key2xs/contract';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#platform/deps';
import { route } from '#platform/http/route';
import { presentLockingPlan } from './present';
import { getLockingPlan, previewLockingPlan, removeLockingPlan, storeLockingPlan } from './service';

export function lockingPlanRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, lockingPlans.upload, ({ params, body, reader, signal }) =>
    previewLockingPlan({ deps, reader, signal }, params.id, body.file),
  );
  route(app, deps, lockingPlans.get, async ({ params, reader }) =>
    presentLockingPlan(await getLockingPlan(reader, params.id), reader),
  );
  route(app, deps, lockingPlans.store, async ({ caller, reader, params, body, expectedVersion, signal }) =>
    presentLockingPlan(
      await storeLockingPlan({ deps, caller, signal }, params.id, { bytes: body, expectedVersion }),
      reader,
    ),
  );
  route(app, deps, lockingPlans.remove, ({ caller, params, expectedVersion }) =>
    removeLockingPlan({ deps, caller, id: params.id, expectedVersion }),
  );
}
