import { z } from 'zod';
import { endpoint } from '../api/endpoint';
import { declareList } from '../api/list';
import { openTo } from '../api/roles';
import { ById, Search } from '../fields/common';

/** What is limited in cylinders and keys. */
export const capacityKinds = ['block_list', 'event_ring', 'access_list'] as const;

export const Capacity = z.object({
  id: z.string(),
  what: z
    .enum(capacityKinds)
    .describe(
      'block_list: keys that a cylinder blocks. event_ring: events in a cylinder, of which the oldest are overwritten. access_list: places in the memory of a key.',
    ),
  cylinder_id: z.uuid().nullable(),
  key_id: z.uuid().nullable(),
  marking: z.string(),
  name: z.string(),
  location_path: z.string().nullable(),
  connection_id: z.uuid(),
  connection_name: z.string(),
  used: z.int().describe('As last read.'),
  limit: z.int(),
});
export type Capacity = z.infer<typeof Capacity>;

const view = openTo('view_cylinders');

export const capacityList = declareList({
  path: '/programming-capacities',
  summary: 'How full cylinders and keys are, as far as key systems tell',
  ...view,
  item: Capacity,
  filter: {
    search: Search.optional().describe('Part of the marking or name.'),
    connection_id: z.uuid().optional(),
    what: z.enum(capacityKinds).optional(),
    from_percent: z.coerce.number().int().min(0).max(100).optional().describe('At least that full.'),
    cylinder_id: z.uuid().optional(),
    key_id: z.uuid().optional(),
  },
  sorts: ['share', 'marking'],
  usual: '-share',
  csv: {
    columns: ['connection_name', 'what', 'marking', 'name', 'location_path', 'used', 'limit'],
    audit: 'inventory.exported',
  },
});

export const capacities = {
  list: capacityList.page,
  exportCsv: capacityList.csv,
  keyAdvice: endpoint({
    method: 'GET',
    path: '/programming-capacities/keys/:id',
    summary: 'Which cylinder groups would save places in the memory of a key, without opening anything more',
    ...view,
    audit: { none: 'read-only' },
    params: ById,
    response: z.object({
      marking: z.string(),
      single: z.int().nullable().describe('Cylinders that it lists one by one; null when not known.'),
      groups: z
        .array(
          z.object({
            id: z.uuid(),
            name: z.string(),
            cylinders: z.int().describe('All of the group, each of them listed one by one.'),
            saves: z.int().describe('Places that are free once the group stands for them.'),
          }),
        )
        .describe('Those that save most first, at most 20.'),
    }),
    errors: ['not_found'],
  }),
};
