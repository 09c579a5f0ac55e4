import { z } from 'zod';
import { endpoint } from './api/endpoint';
import { roles } from './api/roles';
import { Instant } from './fields/common';
import { KeySystemStatus } from './key-systems/key-systems';
import { SyncTask } from './runs/sync';

export const Overview = z.object({
  identity_sources: z.object({
    total: z.int(),
    active: z.int(),
    name: z.string().nullable().describe('When there is exactly one.'),
    people: z.int(),
    last_read_at: Instant.nullable(),
  }),
  key_systems: z.object({
    total: z.int(),
    active: z.int(),
    name: z.string().nullable().describe('When there is exactly one.'),
    worst_status: KeySystemStatus.nullable(),
    cylinders: z.int(),
    cylinder_groups: z.int(),
    next_certificate_end: Instant.nullable(),
    is_sandbox: z.boolean().describe('True when every one of them is a sandbox.'),
  }),
  last_sync: SyncTask.nullable().describe('The newest ended task that made a key system equal to the plans.'),
  waiting: z
    .array(
      z.object({
        change_set_id: z.uuid(),
        title: z.string(),
        state: z.enum(['ready', 'quarantined']),
        created_at: Instant,
      }),
    )
    .describe('Change sets that wait for a decision, newest first, at most ten.'),
});
export type Overview = z.infer<typeof Overview>;

export const SearchHit = z.object({
  type: z.enum(['person', 'key', 'cylinder', 'key_plan', 'iam_connection', 'key_system_connection']),
  id: z.uuid(),
  title: z.string(),
  subtitle: z.string(),
});
export type SearchHit = z.infer<typeof SearchHit>;

export const overview = {
  get: endpoint({
    method: 'GET',
    path: '/overview',
    summary: 'How things stand: sources, key systems, last sync, what waits for a decision',
    allow: ['superadmin'],
    audit: { none: 'read-only' },
    response: Overview,
  }),
  search: endpoint({
    method: 'GET',
    path: '/search',
    summary: 'People, keys, cylinders, plans and connections whose name or number contains a text',
    allow: roles,
    audit: { none: 'read-only' },
    query: z.strictObject({ q: z.string().trim().min(2).max(100) }),
    response: z.object({ items: z.array(SearchHit).describe('At most five of each type.') }),
  }),
};
