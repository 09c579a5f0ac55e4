import { enhancedKeyPlans, type JobFunctionRuleCreate, type RuleSubject } from '@key2xs/contract';
import type { FastifyInstance } from 'fastify';
import type { z } from 'zod';
import { presentDeleted } from '#platform/deleted';
import type { Deps } from '#platform/deps';
import { route } from '#platform/http/route';
import { readPage } from '#platform/list/read-page';
import { showRule } from './rules/count-people';
import { readRules } from './rules/rule-routes';
import { createRule, removeRule } from './rules/rules';
import { toggleRule } from './rules/toggle-rule';
import { refuseUnknownSource, refuseUnlinked } from './settings/get-plan';
import { createKeyPlan, removeKeyPlan } from './settings/manage-plan';
import { keyPlansOf } from './settings/plan-source';
import { presentKeyPlan } from './settings/present-plan';

/** The same key plans, seen from one identity source. */
export function sourceRoutes(app: FastifyInstance, deps: Deps): void {
  const { db } = deps;
  route(app, deps, enhancedKeyPlans.list, async ({ params, query, reader }) => {
    await refuseUnknownSource(db, params.connection_id);
    return readPage(deps, reader, keyPlansOf(params.connection_id), { params: undefined, query });
  });
  route(app, deps, enhancedKeyPlans.create, async ({ caller, params, body }) => {
    await refuseUnknownSource(db, params.connection_id);
    const iam_connection_ids = [...new Set([params.connection_id, ...body.iam_connection_ids])];
    return presentKeyPlan(await createKeyPlan(deps, caller, { ...body, iam_connection_ids }));
  });
  route(app, deps, enhancedKeyPlans.remove, async ({ caller, reader, params, expectedVersion }) => {
    const removal = { id: params.keyplan_id, connection_id: params.connection_id, expectedVersion };
    return presentDeleted(await removeKeyPlan(deps, caller, removal), reader.language);
  });
  route(app, deps, enhancedKeyPlans.listRules, async ({ params, query, reader }) => {
    await refuseUnlinked(reader, params.keyplan_id, params.connection_id);
    return readRules(deps, reader, params.keyplan_id, query);
  });
  route(
    app,
    deps,
    enhancedKeyPlans.createJobFunctionRule,
    ({ caller, reader, params, body: { job_titles, ...body } }) =>
      showRule({ ...deps, reader }, createRule(deps, caller, params, withSubjects(body, 'job_title', job_titles))),
  );
  route(
    app,
    deps,
    enhancedKeyPlans.createDepartmentRule,
    ({ caller, reader, params, body: { departments, ...body } }) =>
      showRule({ ...deps, reader }, createRule(deps, caller, params, withSubjects(body, 'department', departments))),
  );
  route(app, deps, enhancedKeyPlans.toggleRule, ({ caller, reader, params, query, expectedVersion }) =>
    showRule({ ...deps, reader }, toggleRule({ deps, caller, place: params, expectedVersion }, query.accept_losing)),
  );
  route(app, deps, enhancedKeyPlans.removeRule, async ({ caller, reader, params, expectedVersion }) =>
    presentDeleted(await removeRule(deps, caller, params, expectedVersion), reader.language),
  );
}

type RuleBody = Omit<z.output<typeof JobFunctionRuleCreate>, 'job_titles'>;

/** A rule as any other: about one kind of subject, of which one is enough. */
const withSubjects = (body: RuleBody, subject_type: RuleSubject['subject_type'], words: readonly string[]) => ({
  ...body,
  is_active: true,
  subject_match: 'any' as const,
  subjects: words.map((subject_identifier) => ({ subject_type, subject_identifier })),
});
