import { enhancedKeyPlans, gainOrLossList, keyPlans, roleMappingList } from '@key2xs/contract';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#platform/deps';
import { route } from '#platform/http/route';
import { listRoutes } from '#platform/list/list-routes';
import { getKeyPlan, refuseUnknownSource } from '../plans/service';
import { checkKeyPlan } from './check/check-plan';
import { keepFigures } from './figures/keep-figures';
import { figureRoutes } from './figures/routes';
import { versionSource } from './figures/version-source';
import { gainOrLossSource } from './gain-or-loss';
import { readJobTitleProfiles } from './job-title-profiles';
import { matrixRoutes } from './matrix/routes';
import { roleSource } from './role-source';
import { readStatistics } from './statistics';
import { wizardRoutes } from './wizard/wizard-routes';

/** What is derived from key plans. */
export function planViewRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, keyPlans.check, ({ params, reader }) => checkKeyPlan(deps, reader, params.keyplan_id));
  listRoutes(app, deps, { list: roleMappingList, find: (_, reader) => roleSource(reader) });
  listRoutes(app, deps, versionSource, {
    check: async (reader, { keyplan_id }) => keepFigures(deps, (await getKeyPlan(reader, keyplan_id)).id),
  });
  listRoutes(
    app,
    deps,
    { list: gainOrLossList, find: (wanted, reader) => gainOrLossSource(deps, reader, wanted) },
    { check: (reader, { keyplan_id }) => getKeyPlan(reader, keyplan_id) },
  );
  route(app, deps, enhancedKeyPlans.statistics, ({ params, reader }) => readStatistics(deps, reader, params));
  route(app, deps, enhancedKeyPlans.jobTitleProfiles, async ({ params, query, reader }) => {
    await refuseUnknownSource(deps.db, params.connection_id);
    return readJobTitleProfiles(reader, params, query);
  });
  matrixRoutes(app, deps);
  figureRoutes(app, deps);
  wizardRoutes(app, deps);
}
