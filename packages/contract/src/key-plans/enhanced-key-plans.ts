import { z } from 'zod';
import { endpoint } from '../api/endpoint';
import { listOf, pagingFields } from '../api/paging';
import { openTo } from '../api/roles';
import { DeleteResult } from '../fields/common';
import { KeyPlan, KeyPlanCreate, keyPlanList } from './key-plans';
import { JobTitleProfile, PlanStatistics } from './plan-statistics';
import { RuleQuery } from './rules/access-rule-calls';
import { AccessRule, DepartmentRuleCreate, JobFunctionRuleCreate } from './rules/access-rules';

const InConnection = z.object({ connection_id: z.uuid() });
const PlanInConnection = InConnection.extend({ keyplan_id: z.uuid() });
const RuleInConnection = InConnection.extend({ rule_id: z.uuid() });

const none = { none: 'read-only' } as const;

/** Plans and rules by the identity source they are about, as the specification calls them. */
export const enhancedKeyPlans = {
  list: endpoint({
    method: 'GET',
    path: '/enhanced-keyplans/connections/:connection_id/keyplans',
    summary: 'Key plans linked to an identity source',
    ...openTo('view_plans'),
    audit: none,
    params: InConnection,
    query: keyPlanList.page.query,
    response: keyPlanList.page.response,
    errors: ['not_found'],
  }),
  create: endpoint({
    method: 'POST',
    path: '/enhanced-keyplans/connections/:connection_id/keyplans',
    summary: 'Create a key plan linked to an identity source',
    ...openTo('edit_plans'),
    audit: 'key_plan.created',
    changes: ['key-plans'],
    status: 201,
    params: InConnection,
    body: KeyPlanCreate,
    response: KeyPlan,
    errors: ['not_found', 'conflict'],
  }),
  statistics: endpoint({
    method: 'GET',
    path: '/enhanced-keyplans/connections/:connection_id/keyplans/:keyplan_id/statistics',
    summary: 'The figures of a key plan for this identity source',
    ...openTo('view_plans'),
    audit: none,
    params: PlanInConnection,
    response: PlanStatistics,
    errors: ['not_found'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/enhanced-keyplans/connections/:connection_id/keyplans/:keyplan_id',
    summary: 'Delete an inactive key plan of this identity source with its rules and profiles',
    ...openTo('edit_plans'),
    stepUp: true,
    audit: 'key_plan.deleted',
    changes: ['key-plans'],
    params: PlanInConnection,
    response: DeleteResult,
    errors: ['not_found', 'version_conflict', 'constraint_violation'],
  }),
  jobTitleProfiles: endpoint({
    method: 'GET',
    path: '/enhanced-keyplans/connections/:connection_id/job-title-access-profiles/:job_title',
    summary: 'Access profiles to which the rules about a job title lead, by name',
    ...openTo('view_plans'),
    audit: none,
    params: InConnection.extend({ job_title: z.string().trim().min(1).describe('Whatever its case.') }),
    query: z.strictObject(pagingFields),
    response: listOf(JobTitleProfile),
    errors: ['not_found'],
  }),
  listRules: endpoint({
    method: 'GET',
    path: '/enhanced-keyplans/connections/:connection_id/keyplans/:keyplan_id/rules',
    summary: 'Rules of a key plan, by name unless sorted otherwise',
    ...openTo('view_plans'),
    audit: none,
    params: PlanInConnection,
    query: RuleQuery,
    response: listOf(AccessRule),
    errors: ['not_found'],
  }),
  createJobFunctionRule: endpoint({
    method: 'POST',
    path: '/enhanced-keyplans/connections/:connection_id/keyplans/:keyplan_id/job-function-rules',
    summary: 'Create a rule: everyone with one of these job titles may open these doors',
    ...openTo('edit_plans'),
    audit: 'access_rule.created',
    changes: ['key-plans'],
    status: 201,
    params: PlanInConnection,
    body: JobFunctionRuleCreate,
    response: AccessRule,
    errors: ['not_found', 'conflict'],
  }),
  createDepartmentRule: endpoint({
    method: 'POST',
    path: '/enhanced-keyplans/connections/:connection_id/keyplans/:keyplan_id/department-rules',
    summary: 'Create a rule: everyone in one of these departments may open these doors',
    ...openTo('edit_plans'),
    audit: 'access_rule.created',
    changes: ['key-plans'],
    status: 201,
    params: PlanInConnection,
    body: DepartmentRuleCreate,
    response: AccessRule,
    errors: ['not_found', 'conflict'],
  }),
  removeRule: endpoint({
    method: 'DELETE',
    path: '/enhanced-keyplans/connections/:connection_id/rules/:rule_id',
    summary: 'Delete a rule',
    ...openTo('edit_plans'),
    audit: 'access_rule.deleted',
    changes: ['key-plans'],
    params: RuleInConnection,
    response: DeleteResult,
    errors: ['not_found', 'version_conflict'],
  }),
  toggleRule: endpoint({
    method: 'PATCH',
    path: '/enhanced-keyplans/connections/:connection_id/rules/:rule_id/toggle-status',
    summary: 'Switch a rule on or off',
    ...openTo('edit_plans'),
    audit: 'access_rule.toggled',
    changes: ['key-plans'],
    params: RuleInConnection,
    query: z.strictObject({
      accept_losing: z.coerce
        .number()
        .int()
        .min(0)
        .optional()
        .describe(
          'Given, it is refused with confirmation_needed when many people would lose doors at once and they are not this many.',
        ),
    }),
    response: AccessRule,
    errors: ['not_found', 'version_conflict', 'confirmation_needed'],
  }),
};
