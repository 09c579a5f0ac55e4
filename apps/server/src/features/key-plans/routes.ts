import { keyPlans, pageOf } from '@key2xs/contract';
import type { FastifyInstance } from 'fastify';
import type { Deps } from '#platform/deps';
import { route } from '#platform/route';
import { enhancedRoutes } from './enhanced-routes';
import { linkConnections, listLinks, unlinkConnection } from './links';
import { countKeyPlans, listKeyPlans } from './plan-queries';
import { presentKeyPlan } from './present';
import { profileRoutes } from './profile-routes';
import { changeKeyPlan, createKeyPlan, getKeyPlan, removeKeyPlan } from './service';

export function keyPlanRoutes(app: FastifyInstance, deps: Deps): void {
  const { db } = deps;
  route(app, deps, keyPlans.list, async ({ query }) => {
    const page = pageOf(query, { standard: 100, max: 1_000 });
    const rows = await listKeyPlans(db, query, { ...page, sort: query.sort });
    return { keyplans: rows.map(presentKeyPlan), total: await countKeyPlans(db, query), ...page };
  });
  route(app, deps, keyPlans.create, async ({ caller, body }) =>
    presentKeyPlan(await createKeyPlan(deps, caller, body)),
  );
  route(app, deps, keyPlans.get, async ({ params }) => presentKeyPlan(await getKeyPlan(db, params.id)));
  route(app, deps, keyPlans.update, async ({ caller, params, body, expectedVersion }) =>
    presentKeyPlan(await changeKeyPlan(deps, caller, params.id, { body, expectedVersion })),
  );
  route(app, deps, keyPlans.remove, ({ caller, params }) => removeKeyPlan(deps, caller, params.id));
  linkRoutes(app, deps);
  profileRoutes(app, deps);
  enhancedRoutes(app, deps);
}

const done = { success: true } as const;

function linkRoutes(app: FastifyInstance, deps: Deps): void {
  const kinds = [
    ['iam', keyPlans.listIamConnections, keyPlans.linkIamConnections, keyPlans.unlinkIamConnection],
    ['key_system', keyPlans.listKeySystems, keyPlans.linkKeySystems, keyPlans.unlinkKeySystem],
  ] as const;
  for (const [kind, list, link, unlink] of kinds) {
    route(app, deps, list, ({ params }) => listLinks(deps.db, kind, params.keyplan_id));
    route(app, deps, link, ({ caller, params, body }) =>
      linkConnections({ deps, caller, kind, keyplan_id: params.keyplan_id }, body.connection_ids),
    );
    route(app, deps, unlink, async ({ caller, params }) => {
      await unlinkConnection({ deps, caller, kind, keyplan_id: params.keyplan_id }, params.connection_id);
      return done;
    });
  }
}
