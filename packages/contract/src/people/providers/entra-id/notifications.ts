import { z } from 'zod';
import { endpoint } from '../../../api/endpoint';

/** Those of Graph have a few kilobytes. */
const maxDeliveryBytes = 262_144;

export const entraNotificationPath = '/webhooks/graph/';

/** Change notifications of Microsoft Graph. */
export const entraNotifications = {
  receive: endpoint({
    method: 'POST',
    path: `${entraNotificationPath}:connection_key`,
    summary: 'An identity source tells that something has changed; what it is, is read there',
    allow: 'public',
    audit: { none: 'no-actor-yet' },
    changes: ['tasks'],
    encoding: { jsonMaxBytes: maxDeliveryBytes },
    status: 202,
    params: z.object({ connection_key: z.string() }),
    query: z.object({ validationToken: z.string().optional().describe('Echoed as plain text, with 200.') }),
    response: z.object({}),
    errors: ['not_found'],
  }),
};
