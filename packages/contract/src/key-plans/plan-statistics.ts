import { z } from 'zod';
import { Instant } from '../fields/common';
import { SubjectMatch } from './rules/access-rules';

/** The figures of a key plan for one identity source. */
export const PlanStatistics = z.object({
  keyplan_id: z.uuid(),
  connection_id: z.uuid(),
  is_active: z.boolean().describe('An inactive plan grants nothing; the numbers say what it would grant.'),
  rules: z.int(),
  active_rules: z.int(),
  rules_by_type: z.object({ job_function: z.int(), department: z.int(), custom: z.int() }),
  people: z.int().describe('Active people of the source.'),
  people_reached: z.int().describe('Of these, the people matched by at least one active rule.'),
  people_without_rights: z.int().describe('Of these, the people matched by no active rule.'),
  cylinders: z.int().describe('Doors that active rules name, also through groups, places and profiles.'),
  access_profiles: z.int(),
  unused_access_profiles: z.int().describe('That no rule names.'),
  key_systems: z.int().describe('That the plan is synced to.'),
  last_changed_at: Instant.describe('Of the plan, its rules, profiles or links.'),
  last_rule_change: z
    .object({ rule_id: z.uuid(), rule_name: z.string(), at: Instant, by: z.string() })
    .nullable()
    .describe('The rule that was changed last; null without rules.'),
});
export type PlanStatistics = z.infer<typeof PlanStatistics>;

/** An access profile that a job title leads to, and through which rules. */
export const JobTitleProfile = z.object({
  id: z.uuid(),
  name: z.string(),
  keyplan_id: z.uuid(),
  keyplan_name: z.string(),
  cylinders: z.int().describe('Doors it opens, group members included.'),
  is_granted: z.boolean().describe('At least one of the rules is active, in an active plan, and needs nothing else.'),
  rules: z.array(
    z.object({
      id: z.uuid(),
      name: z.string(),
      is_active: z.boolean().describe('Of rule and plan.'),
      subject_match: SubjectMatch.describe('all: the other subjects of the rule have to match as well.'),
    }),
  ),
});
export type JobTitleProfile = z.infer<typeof JobTitleProfile>;
