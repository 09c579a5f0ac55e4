import { z } from 'zod';
import { declareList } from '../api/list';
import { openTo } from '../api/roles';
import { ById, Instant, Search } from '../fields/common';

/** A named set of people in a source: a team, a duty. */
export const PersonGroup = z.object({
  id: z.uuid(),
  connection_id: z.uuid(),
  name: z.string(),
  people: z.int().describe('Active people who have it.'),
  created_at: Instant,
  gone_at: Instant.nullable().describe('Since when it is empty. It keeps its id and comes back under its name.'),
});
export type PersonGroup = z.infer<typeof PersonGroup>;

export const personGroupList = declareList({
  path: '/iam/connections/:id/groups',
  params: ById,
  summary: 'Groups of people of one source',
  ...openTo('view_people'),
  item: PersonGroup,
  filter: {
    search: Search.optional().describe('Part of the name.'),
    is_gone: z.stringbool().optional().describe('Whether it is empty.'),
  },
  sorts: ['name', 'people'],
  range: { standard: 50, max: 1_000 },
  csv: { columns: ['id', 'name', 'people', 'gone_at'], audit: 'people.exported' },
  errors: ['not_found'],
});
