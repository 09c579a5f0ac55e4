import { z } from 'zod';
import { endpoint } from '../api/endpoint';
import { openTo } from '../api/roles';
import { NamedSubject, RuleObject, RuleSubject, TimeRestriction } from './rules/access-rules';

/** Possible problems of a plan, most serious first. */
export const FindingKind = z.enum([
  'over_broad_rule',
  'schedule_conflict',
  'missing_object',
  'unknown_subject',
  'rule_without_people',
  'rule_without_doors',
  'people_without_rights',
  'cylinder_nobody_opens',
  'unplaced_cylinder',
  'unused_subject',
  'shadowed_rule',
  'redundant_rule',
]);
export type FindingKind = z.infer<typeof FindingKind>;

/** The kinds of rule updates. take_hours: the windows of the other rule of the finding. */
export const RuleEdit = z.enum(['switch_off', 'replace_subject', 'drop_subject', 'drop_objects', 'take_hours']);
export type RuleEdit = z.infer<typeof RuleEdit>;

/** An edit that resolves a finding, as the endpoint takes it. */
export const PlanRepair = z.discriminatedUnion('action', [
  z.object({
    action: z.literal('update_rule'),
    does: RuleEdit,
    rule_id: z.uuid(),
    change: z
      .object({
        is_active: z.boolean(),
        subjects: z.array(RuleSubject),
        objects: z.array(RuleObject),
        time_restrictions: z.array(TimeRestriction),
      })
      .partial()
      .describe('The body of the update. What it names replaces what the rule has.'),
  }),
  z.object({ action: z.literal('delete_rule'), rule_id: z.uuid() }),
  z.object({
    action: z.literal('create_rule'),
    draft: z
      .object({ subjects: z.array(RuleSubject), objects: z.array(RuleObject) })
      .partial()
      .describe('With what a rule would begin. A person completes it: nothing is granted by guess.'),
  }),
]);
export type PlanRepair = z.infer<typeof PlanRepair>;

const CheckedRule = z.object({
  id: z.uuid(),
  name: z.string(),
  version: z.int().describe('For If-Match of a repair.'),
});

export const PlanFinding = z.object({
  kind: FindingKind,
  message: z.string().describe('What is found, as a sentence.'),
  rule: CheckedRule.nullable(),
  other_rule: CheckedRule.nullable().describe('That makes this rule needless, or whose hours differ.'),
  subject: NamedSubject.nullable(),
  nearest: z.string().nullable().describe('An existing title or department that is spelt much like the subject.'),
  objects: z
    .array(RuleObject.extend({ name: z.string(), place: z.string().nullable().describe('Where a cylinder stands.') }))
    .describe('At most 100.'),
  count: z
    .int()
    .nullable()
    .describe('How many objects where there are objects, otherwise how many people; null where neither matters.'),
  breadth: z
    .object({
      people: z.int(),
      of_people: z.int().describe('Active people of the sources of the plan.'),
      doors: z.int(),
      of_doors: z.int().describe('Of the key systems of the plan.'),
      protected_doors: z.int().describe('In places of protection class 3 or 4.'),
    })
    .nullable()
    .describe('What an over-broad rule reaches.'),
  repairs: z
    .array(PlanRepair)
    .describe('The one that takes least away first; none where the plan is not what to change.'),
});
export type PlanFinding = z.infer<typeof PlanFinding>;

export const PlanCheck = z.object({
  findings: z.array(PlanFinding).describe('The most serious kinds first; at most 100 of each kind.'),
  totals: z.record(FindingKind, z.int()).describe('How many there are of each kind, listed or not.'),
  checked: z.object({
    rules: z.int().describe('Active ones.'),
    people: z.int().describe('Active people of the sources of the plan.'),
    doors: z.int().describe('Of the key systems of the plan.'),
  }),
});
export type PlanCheck = z.infer<typeof PlanCheck>;

export const planChecks = {
  check: endpoint({
    method: 'GET',
    path: '/key-plan/keyplans/:keyplan_id/check',
    summary: 'What in a key plan is most likely not meant, and edits that repair it',
    ...openTo('view_plans'),
    audit: { none: 'read-only' },
    params: z.object({ keyplan_id: z.uuid() }),
    response: PlanCheck,
    errors: ['not_found'],
  }),
};
