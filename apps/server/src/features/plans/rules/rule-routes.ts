import { accessRules, pageOf, type RuleQuery } from '@key2xs/contract';
import type { FastifyInstance } from 'fastify';
import { presentDeleted } from '#platform/deleted';
import type { Deps } from '#platform/deps';
import { route } from '#platform/http/route';
import type { Reader } from '#platform/visible-to';
import { presentRule } from '../parts/present-parts';
import { countRules, listRules } from '../parts/rule-queries';
import { getKeyPlan } from '../settings/get-plan';
import { addParts, changeRule, removePart, replaceParts } from './change-rule';
import { countPeopleOf, measureRule, showRule } from './count-people';
import { createRule, getRule, removeRule } from './rules';

/** One page of the rules of a plan. */
export async function readRules({ access }: Pick<Deps, 'access'>, reader: Reader, keyplanId: string, query: RuleQuery) {
  const page = pageOf(query, { standard: 100, max: 1_000 });
  const filter = { ...query, keyplan_ids: [keyplanId] };
  const rules = await countPeopleOf({ access, reader }, await listRules(reader, filter, { page, sort: query.sort }));
  return { items: rules.map(presentRule), total: await countRules(reader, filter), ...page };
}

export function ruleRoutes(app: FastifyInstance, deps: Deps): void {
  route(app, deps, accessRules.list, async ({ params, query, reader }) => {
    await getKeyPlan(reader, params.keyplan_id);
    return readRules(deps, reader, params.keyplan_id, query);
  });
  route(app, deps, accessRules.create, ({ caller, params, body, reader }) =>
    showRule({ ...deps, reader }, createRule(deps, caller, params, body)),
  );
  route(app, deps, accessRules.measure, async ({ params, body, reader }) => {
    const plan = await getKeyPlan(reader, params.keyplan_id);
    return measureRule({ ...deps, reader }, plan, body);
  });
  route(app, deps, accessRules.get, ({ params: { rule_id, ...place }, reader }) =>
    showRule({ ...deps, reader }, getRule(reader, rule_id, place)),
  );
  route(app, deps, accessRules.update, ({ body, ...call }) =>
    showRule({ ...deps, ...call }, changeRule({ deps, ...call }, body)),
  );
  route(app, deps, accessRules.remove, async ({ caller, reader, params, expectedVersion }) =>
    presentDeleted(await removeRule(deps, caller, params, expectedVersion), reader.language),
  );
  partRoutes(app, deps);
}

function partRoutes(app: FastifyInstance, deps: Deps): void {
  const { addSubjects, addObjects, addTimeRestrictions } = accessRules;
  for (const endpoint of [addSubjects, addObjects, addTimeRestrictions] as const) {
    route(app, deps, endpoint, ({ body, ...call }) =>
      showRule({ ...deps, ...call }, addParts({ deps, ...call }, body)),
    );
  }
  const { replaceSubjects, replaceObjects, replaceTimeRestrictions } = accessRules;
  for (const endpoint of [replaceSubjects, replaceObjects, replaceTimeRestrictions] as const) {
    route(app, deps, endpoint, ({ body, ...call }) =>
      showRule({ ...deps, ...call }, replaceParts({ deps, ...call }, body)),
    );
  }
  route(app, deps, accessRules.removeSubject, (call) =>
    showRule({ ...deps, ...call }, removePart({ deps, ...call }, 'subjects', call.params.subject_id)),
  );
  route(app, deps, accessRules.removeObject, (call) =>
    showRule({ ...deps, ...call }, removePart({ deps, ...call }, 'objects', call.params.object_id)),
  );
  route(app, deps, accessRules.removeTimeRestriction, (call) =>
    showRule({ ...deps, ...call }, removePart({ deps, ...call }, 'time_restrictions', call.params.time_restriction_id)),
  );
}
