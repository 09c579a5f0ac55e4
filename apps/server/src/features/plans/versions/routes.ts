import { planVersions } from '@key2xs/contract';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#platform/deps';
import { route } from '#platform/http/route';
import { previewEdit } from '../draft/preview-edit';
import { comparePlan, presentComparison } from '../effect/compare';
import { presentKeyPlan } from '../settings/present-plan';
import { activateDraft, discardDraft, restoreVersion } from './activate';

export function versionRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, planVersions.compare, async ({ params, query, reader }) =>
    presentComparison(reader, await comparePlan(deps, reader, params.keyplan_id, query)),
  );
  route(app, deps, planVersions.preview, ({ params, body, reader }) =>
    previewEdit(deps, reader, params.keyplan_id, body.edit),
  );
  route(app, deps, planVersions.activate, async ({ caller, params: { keyplan_id: id }, body, expectedVersion }) =>
    presentKeyPlan(await activateDraft({ deps, caller, id, expectedVersion }, body)),
  );
  route(app, deps, planVersions.discard, async ({ caller, params: { keyplan_id: id }, expectedVersion }) =>
    presentKeyPlan(await discardDraft({ deps, caller, id, expectedVersion })),
  );
  route(app, deps, planVersions.restore, async ({ caller, params: { keyplan_id: id, number }, expectedVersion }) =>
    presentKeyPlan(await restoreVersion({ deps, caller, id, expectedVersion }, number)),
  );
}
