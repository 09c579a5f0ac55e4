import { z } from 'zod';
import { endpoint } from '../../api/endpoint';
import { listOf, pagingFields } from '../../api/paging';
import { openTo } from '../../api/roles';
import { DeleteResult, Search } from '../../fields/common';
import { fieldError } from '../../fields/field-error';
import {
  AccessRule,
  AccessRuleCreate,
  AccessRuleUpdate,
  ObjectType,
  RuleMeasure,
  RulePartsAdded,
  RulePartsReplaced,
  SubjectType,
} from './access-rules';

const InPlan = z.object({ keyplan_id: z.uuid() });
const ByRule = InPlan.extend({ rule_id: z.uuid() });

const none = { none: 'read-only' } as const;

const ruleSorts = ['name', 'updated_at', 'type'] as const;

/** The filters of every list of rules. */
export const RuleQuery = z.strictObject({
  ...pagingFields,
  search: Search.optional(),
  subject_type: SubjectType.optional(),
  subject_identifier: z.string().trim().max(200).optional().describe('Titles and departments whatever their case.'),
  object_type: ObjectType.optional(),
  object_identifier: z.uuid().optional(),
  is_active: z.stringbool().optional(),
  sort: z
    .enum([...ruleSorts, '-name', '-updated_at', '-type'], {
      error: fieldError({ sortBy: 'Sort by one of: {{names}}' }, { names: ruleSorts.join(', ') }),
    })
    .default('name'),
});
export type RuleQuery = z.output<typeof RuleQuery>;

const onRule = {
  ...openTo('edit_plans'),
  audit: 'access_rule.updated',
  changes: ['key-plans'],
  params: ByRule,
  response: AccessRule,
} as const;

/** Rules of any kind, in a key plan. */
export const accessRules = {
  list: endpoint({
    method: 'GET',
    path: '/key-plan/:keyplan_id/access-rules',
    summary: 'Rules of a key plan, by name unless sorted otherwise',
    ...openTo('view_plans'),
    audit: none,
    params: InPlan,
    query: RuleQuery,
    response: listOf(AccessRule),
    errors: ['not_found'],
  }),
  create: endpoint({
    method: 'POST',
    path: '/key-plan/:keyplan_id/access-rules',
    summary: 'Create a rule',
    ...openTo('edit_plans'),
    audit: 'access_rule.created',
    changes: ['key-plans'],
    status: 201,
    params: InPlan,
    body: AccessRuleCreate,
    response: AccessRule,
    errors: ['not_found', 'conflict'],
  }),
  measure: endpoint({
    method: 'POST',
    path: '/key-plan/:keyplan_id/access-rules/measure',
    summary: 'How many active people and doors an unsaved rule would reach, and which clocks its hours use',
    ...openTo('view_plans'),
    audit: none,
    params: InPlan,
    body: RuleMeasure,
    response: z.object({
      people: z.int(),
      doors: z.int().describe('Each door once.'),
      clocks: z
        .array(z.object({ time_zone: z.string(), doors: z.int() }))
        .describe('Of the nearest place above a door that has a time zone, else of the plan. Most doors first.'),
    }),
    errors: ['not_found'],
  }),
  get: endpoint({
    method: 'GET',
    path: '/key-plan/:keyplan_id/access-rules/:rule_id',
    summary: 'One rule',
    ...openTo('view_plans'),
    audit: none,
    params: ByRule,
    response: AccessRule,
    errors: ['not_found'],
  }),
  update: endpoint({
    ...onRule,
    method: 'PUT',
    path: '/key-plan/:keyplan_id/access-rules/:rule_id',
    summary: 'Change a rule; what is not named stays',
    body: AccessRuleUpdate,
    errors: ['not_found', 'conflict', 'version_conflict'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/key-plan/:keyplan_id/access-rules/:rule_id',
    summary: 'Delete a rule',
    ...openTo('edit_plans'),
    audit: 'access_rule.deleted',
    changes: ['key-plans'],
    params: ByRule,
    response: DeleteResult,
    errors: ['not_found', 'version_conflict'],
  }),
  addSubjects: endpoint({
    ...onRule,
    method: 'POST',
    path: '/key-plan/:keyplan_id/access-rules/:rule_id/subjects',
    summary: 'Add subjects to a rule; existing ones stay unchanged',
    status: 201,
    body: RulePartsAdded.subjects,
    errors: ['not_found', 'version_conflict'],
  }),
  replaceSubjects: endpoint({
    ...onRule,
    method: 'PUT',
    path: '/key-plan/:keyplan_id/access-rules/:rule_id/subjects',
    summary: 'Replace the subjects of a rule; kept ones keep their ids',
    body: RulePartsReplaced.subjects,
    errors: ['not_found', 'version_conflict'],
  }),
  removeSubject: endpoint({
    ...onRule,
    method: 'DELETE',
    path: '/key-plan/:keyplan_id/access-rules/:rule_id/subjects/:subject_id',
    summary: 'Take a subject out of a rule',
    params: ByRule.extend({ subject_id: z.uuid() }),
    errors: ['not_found', 'version_conflict'],
  }),
  addObjects: endpoint({
    ...onRule,
    method: 'POST',
    path: '/key-plan/:keyplan_id/access-rules/:rule_id/objects',
    summary: 'Let a rule open more; what it opens stays',
    status: 201,
    body: RulePartsAdded.objects,
    errors: ['not_found', 'version_conflict'],
  }),
  replaceObjects: endpoint({
    ...onRule,
    method: 'PUT',
    path: '/key-plan/:keyplan_id/access-rules/:rule_id/objects',
    summary: 'Let a rule open these alone; those it keeps keep their ids',
    body: RulePartsReplaced.objects,
    errors: ['not_found', 'version_conflict'],
  }),
  removeObject: endpoint({
    ...onRule,
    method: 'DELETE',
    path: '/key-plan/:keyplan_id/access-rules/:rule_id/objects/:object_id',
    summary: 'Take an object out of a rule',
    params: ByRule.extend({ object_id: z.uuid() }),
    errors: ['not_found', 'version_conflict'],
  }),
  addTimeRestrictions: endpoint({
    ...onRule,
    method: 'POST',
    path: '/key-plan/:keyplan_id/access-rules/:rule_id/time-restrictions',
    summary: 'Let a rule hold in more windows; those it has stay. The first one ends that it holds at all times',
    status: 201,
    body: RulePartsAdded.time_restrictions,
    errors: ['not_found', 'version_conflict'],
  }),
  replaceTimeRestrictions: endpoint({
    ...onRule,
    method: 'PUT',
    path: '/key-plan/:keyplan_id/access-rules/:rule_id/time-restrictions',
    summary: 'Let a rule hold in these windows alone; with none it holds at all times',
    body: RulePartsReplaced.time_restrictions,
    errors: ['not_found', 'version_conflict'],
  }),
  removeTimeRestriction: endpoint({
    ...onRule,
    method: 'DELETE',
    path: '/key-plan/:keyplan_id/access-rules/:rule_id/time-restrictions/:time_restriction_id',
    summary: 'Take a window out of a rule; without any it holds at all times',
    params: ByRule.extend({ time_restriction_id: z.uuid() }),
    errors: ['not_found', 'version_conflict'],
  }),
};
