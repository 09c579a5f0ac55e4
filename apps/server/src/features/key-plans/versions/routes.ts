import { gainOrLossList, planVersions } from '@key2xs/contract';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#platform/deps';
import { route } from '#platform/http/route';
import { listRoutes } from '#platform/list/list-routes';
import { keepFigures } from '../figures/keep-figures';
import { presentKeyPlan } from '../present';
import { getKeyPlan } from '../service';
import { activateDraft, discardDraft, restoreVersion } from './activate';
import { comparePlan, presentComparison, previewEdit } from './compare';
import { gainOrLossSource } from './gain-or-loss';
import { versionSource } from './version-source';

export function versionRoutes(app: FastifyInstance, deps: Deps): void {
  listRoutes(app, deps, versionSource, {
    check: async (reader, { keyplan_id }) => keepFigures(deps, (await getKeyPlan(reader, keyplan_id)).id),
  });
  listRoutes(
    app,
    deps,
    { list: gainOrLossList, find: (wanted, reader) => gainOrLossSource(deps, reader, wanted) },
    { check: (reader, { keyplan_id }) => getKeyPlan(reader, keyplan_id) },
  );
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
