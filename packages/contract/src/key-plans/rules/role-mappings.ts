import { z } from 'zod';
import { declareList } from '../../api/list';
import { openTo } from '../../api/roles';
import { Search } from '../../fields/common';
import { NamedRecord } from '../../fields/named-record';
import { SubjectMatch, SubjectType } from './access-rules';

/** A subject of a rule, and what it gets by that rule. */
export const RoleMapping = z.object({
  id: z.uuid().describe('Of the subject in its rule.'),
  subject_type: SubjectType,
  subject_identifier: z.string(),
  subject_name: z.string().describe('As it is shown: of a person or group the name, else the identifier.'),
  keyplan_id: z.uuid(),
  keyplan_name: z.string(),
  rule_id: z.uuid(),
  rule_name: z.string(),
  subject_match: SubjectMatch.describe('all: the other subjects of the rule have to match as well.'),
  is_active: z.boolean().describe('Of rule and plan: only then anything is granted.'),
  access_profiles: z.array(NamedRecord).describe('Profiles in the rule, by name.'),
  cylinders: z.int().describe('Doors that the rule names, also through groups, places and profiles.'),
});
export type RoleMapping = z.infer<typeof RoleMapping>;

export const roleMappingList = declareList({
  path: '/key-plan/role-mappings',
  summary: 'Which job titles, departments, groups and people map to which rules and access profiles',
  ...openTo('view_plans'),
  item: RoleMapping,
  filter: {
    search: Search.optional(),
    keyplan_id: z.uuid().optional(),
    rule_id: z.uuid().optional(),
    access_profile_id: z.uuid().optional(),
    subject_type: SubjectType.optional(),
    subject_identifier: z.string().trim().max(200).optional().describe('Whatever its case.'),
    is_active: z.stringbool().optional(),
  },
  sorts: ['subject', 'rule_name', 'keyplan_name'],
  range: { standard: 100, max: 1_000 },
  csv: {
    columns: [
      'subject_type',
      'subject_identifier',
      'subject_name',
      'keyplan_name',
      'rule_name',
      'subject_match',
      'is_active',
      'access_profiles',
      'cylinders',
    ],
    audit: 'key_plan.exported',
  },
});

export const roleMappings = { list: roleMappingList.page, exportCsv: roleMappingList.csv };
