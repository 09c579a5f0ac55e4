import { enhancedKeyPlans, pageOf } from '@key2xs/contract';
import type { FastifyInstance } from 'fastify';
import { presentDeleted } from '#platform/deleted';
import type { Db, Deps } from '#platform/deps';
import { notFound } from '#platform/errors';
import { route } from '#platform/http/route';
import { readPage } from '#platform/list/read-page';
import { countPeopleOf } from './count-people';
import { keyPlansOf } from './plan-source';
import { presentKeyPlan, presentRule } from './present';
import { countRules, listRules } from './rule-queries';
import { createDepartmentRule, createJobFunctionRule, refuseUnlinked, removeRule, toggleRule } from './rules';
import { createKeyPlan } from './service';

/** The same key plans, seen from one identity source. */
export function enhancedRoutes(app: FastifyInstance, deps: Deps): void {
  const { db } = deps;
  route(app, deps, enhancedKeyPlans.list, async ({ params, query, reader }) => {
    await refuseUnknownSource(db, params.connection_id);
    return readPage(deps, reader, keyPlansOf(params.connection_id), { params: undefined, query });
  });
  route(app, deps, enhancedKeyPlans.create, async ({ caller, params, body }) => {
    await refuseUnknownSource(db, params.connection_id);
    return presentKeyPlan(await createKeyPlan(deps, caller, body, params.connection_id));
  });
  route(app, deps, enhancedKeyPlans.listRules, async ({ params, query, reader }) => {
    await refuseUnlinked(reader, params.keyplan_id, params.connection_id);
    const page = pageOf(query, { standard: 100, max: 1_000 });
    const rules = await listRules(db, { keyplan_ids: [params.keyplan_id] }, page);
    const counted = await countPeopleOf(db, params.keyplan_id, rules);
    return { items: counted.map(presentRule), total: await countRules(db, params.keyplan_id), ...page };
  });
  route(app, deps, enhancedKeyPlans.createJobFunctionRule, async ({ caller, params, body }) =>
    presentRule(await createJobFunctionRule(deps, caller, params, body)),
  );
  route(app, deps, enhancedKeyPlans.createDepartmentRule, async ({ caller, params, body }) =>
    presentRule(await createDepartmentRule(deps, caller, params, body)),
  );
  route(app, deps, enhancedKeyPlans.toggleRule, async ({ caller, params, expectedVersion }) =>
    presentRule(await toggleRule(deps, caller, params, expectedVersion)),
  );
  route(app, deps, enhancedKeyPlans.removeRule, async ({ caller, reader, params }) =>
    presentDeleted(await removeRule(deps, caller, params), reader.language),
  );
}

async function refuseUnknownSource(db: Db, id: string): Promise<void> {
  const source = await db.selectFrom('iam_connection').select('id').where('id', '=', id).executeTakeFirst();
  if (!source) throw notFound('identity_source');
}
