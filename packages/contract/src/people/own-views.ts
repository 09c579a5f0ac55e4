import { z } from 'zod';
import { endpoint } from '../api/endpoint';
import { roles } from '../api/roles';
import { Done, Instant } from '../fields/common';

export const OwnView = z.object({
  id: z.uuid(),
  at: Instant,
  by: z.string().describe('Username of the super admin who saw what the caller sees.'),
  reason: z.string(),
  seen: z.boolean().describe('By the caller.'),
});
export type OwnView = z.infer<typeof OwnView>;

/** Apart from the profile, because every screen reads them. */
export const ownViews = {
  list: endpoint({
    audit: { none: 'read-only' },
    method: 'GET',
    path: '/profile/views',
    summary: 'Who saw what the caller sees within the last 14 days, the newest first',
    allow: roles,
    response: z.object({ items: z.array(OwnView) }),
  }),
  markSeen: endpoint({
    method: 'POST',
    path: '/profile/views/seen',
    summary: 'Mark every view in the list as seen by the caller',
    allow: roles,
    audit: { none: 'own-view-state' },
    changes: ['profile'],
    response: Done,
  }),
};
