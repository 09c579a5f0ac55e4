import { z } from 'zod';

export const sourceTabs = [
  'overview',
  'people',
  'values',
  'mapping',
  'runs',
  'conflicts',
  'credentials',
  'events',
  'metrics',
] as const;
export type SourceTab = (typeof sourceTabs)[number];

/**
 * The selected source and tab. `of`, `search` and `unused` filter its job titles and departments; `parked` is the
 * first row of the parked people, `offset` that of every other list.
 */
export const sourceSearch = z.object({
  source: z.uuid().optional(),
  tab: z.enum(sourceTabs).optional(),
  of: z.enum(['job_title', 'department']).optional(),
  search: z.coerce.string().max(200).optional(),
  unused: z.enum(['yes']).optional(),
  offset: z.coerce.number().int().min(0).optional(),
  parked: z.coerce.number().int().min(0).optional(),
});
