import { keyPlans } from '@key2xs/contract';
import type { FastifyInstance } from 'fastify';
import { presentDeleted } from '#platform/deleted';
import type { Deps } from '#platform/deps';
import { route } from '#platform/http/route';
import { listRoutes } from '#platform/list/list-routes';
import { copyKeyPlan } from './copy-plan';
import { draftRoutes } from './draft/routes';
import { profileRoutes } from './profiles/profile-routes';
import { ruleRoutes } from './rules/rule-routes';
import { getKeyPlan } from './settings/get-plan';
import { linkConnections, listLinks, unlinkConnection } from './settings/links';
import { changeKeyPlan, createKeyPlan, removeKeyPlan } from './settings/manage-plan';
import { keyPlanSource } from './settings/plan-source';
import { presentKeyPlan } from './settings/present-plan';
import { sourceRoutes } from './source-routes';
import { versionRoutes } from './versions/routes';

export function planRoutes(app: FastifyInstance, deps: Deps): void {
  listRoutes(app, deps, keyPlanSource);
  route(app, deps, keyPlans.create, async ({ caller, body }) =>
    presentKeyPlan(await createKeyPlan(deps, caller, body)),
  );
  route(app, deps, keyPlans.get, async ({ params, reader }) => presentKeyPlan(await getKeyPlan(reader, params.id)));
  route(app, deps, keyPlans.update, async ({ caller, params, body, expectedVersion }) =>
    presentKeyPlan(await changeKeyPlan(deps, caller, params.id, { body, expectedVersion })),
  );
  route(app, deps, keyPlans.copy, async ({ caller, params: { id }, body: { name } }) =>
    presentKeyPlan(await copyKeyPlan(deps, caller, { id, name })),
  );
  route(app, deps, keyPlans.remove, async ({ caller, reader, params, expectedVersion }) =>
    presentDeleted(await removeKeyPlan(deps, caller, { id: params.id, expectedVersion }), reader.language),
  );
  linkRoutes(app, deps);
  ruleRoutes(app, deps);
  profileRoutes(app, deps);
  versionRoutes(app, deps);
  draftRoutes(app, deps);
  sourceRoutes(app, deps);
}

const done = { success: true } as const;

function linkRoutes(app: FastifyInstance, deps: Deps): void {
  const kinds = [
    ['iam', keyPlans.listIamConnections, keyPlans.linkIamConnections, keyPlans.unlinkIamConnection],
    ['key_system', keyPlans.listKeySystems, keyPlans.linkKeySystems, keyPlans.unlinkKeySystem],
  ] as const;
  for (const [kind, list, link, unlink] of kinds) {
    route(app, deps, list, ({ params, reader }) => listLinks(reader, kind, params.keyplan_id));
    route(app, deps, link, ({ caller, params, body }) =>
      linkConnections({ deps, caller, kind, keyplan_id: params.keyplan_id }, body.connection_ids),
    );
    route(app, deps, unlink, async ({ caller, params }) => {
      await unlinkConnection({ deps, caller, kind, keyplan_id: params.keyplan_id }, params.connection_id);
      return done;
    });
  }
}
