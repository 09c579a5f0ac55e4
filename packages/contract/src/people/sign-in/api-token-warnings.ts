import { z } from 'zod';
import { endpoint } from '../../api/endpoint';
import { roles } from '../../api/roles';
import { Done, Instant } from '../../fields/common';

export const ApiTokenWarning = z.object({
  token_id: z.uuid(),
  name: z.string(),
  owner: z.string(),
  is_service: z.boolean(),
  expires_at: Instant,
  days_left: z.int().describe('Whole days until it ends; below 0 once it has.'),
  threshold: z.int().describe('The smallest of 14, 7, 1 that is reached; 0 once it has ended.'),
  seen: z.boolean().describe('By the caller, at this threshold.'),
});
export type ApiTokenWarning = z.infer<typeof ApiTokenWarning>;

/** Apart from the tokens, because every screen reads them. */
export const apiTokenWarnings = {
  list: endpoint({
    audit: { none: 'read-only' },
    method: 'GET',
    path: '/api-token-warnings',
    summary:
      'API tokens that end within 14 days or have ended within a week, of the caller and for super admins of service accounts',
    allow: roles,
    response: z.object({ items: z.array(ApiTokenWarning) }),
  }),
  markSeen: endpoint({
    method: 'POST',
    path: '/api-token-warnings/seen',
    summary: 'Mark every present warning as seen by the caller, until it becomes more urgent',
    allow: roles,
    audit: { none: 'own-view-state' },
    changes: ['api-token-warnings'],
    response: Done,
  }),
};
