import { z } from 'zod';
import { endpoint } from '../api/endpoint';
import { openTo } from '../api/roles';
import { ById, Instant, Reason } from '../fields/common';

const maxSwaps = 100;

export const CylinderSwap = z.object({
  id: z.uuid(),
  location_id: z.uuid(),
  location_path: z.string(),
  removed_id: z.uuid().nullable().describe('Null: its key system does not list it any more.'),
  removed: z.string().describe('Its names when it was removed.'),
  installed_id: z.uuid().nullable().describe('Null: its key system does not list it any more.'),
  installed: z.string().describe('Its names when it was installed.'),
  reason: z.string(),
  swapped_at: Instant,
});
export type CylinderSwap = z.infer<typeof CylinderSwap>;

export const CylinderSwaps = z.object({
  swaps: z.array(CylinderSwap).describe(`In the place and below it, newest first, at most ${maxSwaps}.`),
  total: z.int(),
});
export type CylinderSwaps = z.infer<typeof CylinderSwaps>;

export const cylinderSwaps = {
  list: endpoint({
    method: 'GET',
    path: '/locations/:id/cylinder-swaps',
    summary: 'Which cylinders of a place took the place of others',
    ...openTo('view_cylinders'),
    audit: { none: 'read-only' },
    params: ById,
    response: CylinderSwaps,
    errors: ['not_found'],
  }),
  swap: endpoint({
    method: 'POST',
    path: '/locations/:id/cylinder-swaps',
    summary: 'Put a cylinder without a place where another one was: it takes over place, own name, notes and pins',
    ...openTo('edit_places'),
    audit: 'location.cylinder_swapped',
    changes: ['locations', 'cylinders'],
    status: 201,
    params: ById,
    body: z.strictObject({
      removed_id: z.uuid().describe('In this very place.'),
      installed_id: z.uuid().describe('Of the same key system, and without a place.'),
      reason: Reason,
    }),
    response: CylinderSwap,
    errors: ['not_found', 'conflict', 'validation_failed'],
  }),
};
