import { MatrixRows, Side } from '@key2xs/contract';
import { z } from 'zod';

export const keyPlanTabs = [
  'matrix',
  'rules',
  'profiles',
  'check',
  'impact',
  'connections',
  'history',
  'statistics',
] as const;

/**
 * Which part of the plan is shown; `from` and `to` are what Impact and the matrix compare, `rows`, `show`, `find`, `view`, `zoom`
 * and `cells` how the matrix looks; `cells=all` has rows and columns without rights too. `dialog=rule` opens the form of a rule, which begins with a department, a job title or a group of cylinders
 * where the address names one; `rule_id` is the rule that is edited, or copied where the dialog says so. `search` narrows the rules.
 * `ask=activate` opens the question whether the draft comes into force.
 */
export const keyPlanSearch = z.object({
  tab: z.enum(keyPlanTabs).optional(),
  from: Side.optional(),
  to: Side.optional(),
  rows: MatrixRows.optional(),
  show: z.enum(['in_force', 'recorded']).optional(),
  find: z.coerce.string().max(200).optional(),
  view: z.enum(['full']).optional(),
  cells: z.enum(['all']).optional(),
  zoom: z.coerce.number().int().min(2).max(41).optional(),
  dialog: z.enum(['rule', 'copy']).optional(),
  rule_id: z.uuid().optional(),
  department: z.coerce.string().max(200).optional(),
  job_title: z.coerce.string().max(200).optional(),
  group_id: z.uuid().optional(),
  search: z.coerce.string().max(200).optional(),
  ask: z.enum(['activate']).optional(),
});
