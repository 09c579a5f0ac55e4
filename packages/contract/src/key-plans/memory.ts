import { z } from 'zod';
import { endpoint } from '../api/endpoint';
import { Instant } from '../fields/common';

export const retentionDays = { least: 30, most: 3_650 } as const;
const RetentionDays = z.int().min(retentionDays.least).max(retentionDays.most);

export const Memory = z.object({
  retention_days: RetentionDays.describe('For how long the past is kept.'),
  kept_since: Instant.describe('What people could open is known from this moment on.'),
});
export type Memory = z.infer<typeof Memory>;

export const memory = {
  get: endpoint({
    method: 'GET',
    path: '/settings/memory',
    summary: 'How long it is kept who could open what, and from when on it is known',
    allow: ['superadmin'],
    audit: { none: 'read-only' },
    response: Memory,
    errors: ['not_found'],
  }),
  change: endpoint({
    method: 'PUT',
    path: '/settings/memory',
    summary: 'Change how long it is kept who could open what. What ended earlier is deleted within the hour, for good',
    allow: ['superadmin'],
    audit: 'memory.updated',
    changes: ['memory'],
    body: z.strictObject({ retention_days: RetentionDays }),
    response: Memory,
  }),
};
