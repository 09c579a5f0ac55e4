import { z } from 'zod';
import { endpoint } from '../../api/endpoint';
import { openTo } from '../../api/roles';
import { ById, Instant } from '../../fields/common';
import { SourceWebhookState } from './source-health';

/** Notifications arrive under here: `/webhooks/<source>/<key of a connection>`. The key is a secret. */
export const notificationPaths = '/webhooks/';

export const SourceWebhook = z.object({
  state: SourceWebhookState,
  message: z.string().describe('The same in a sentence, with what to do where something is wrong.'),
  subscriptions: z.array(
    z.object({
      resource: z.enum(['users', 'groups']),
      ends_at: Instant.nullable().describe('Null: not there yet.'),
      renewed_at: Instant.describe('When it is looked after next.'),
      failures: z.int(),
      error: z.string().nullable(),
    }),
  ),
  received: z.int(),
  refused: z.int().describe('Deliveries that did not prove where they came from. They had no effect.'),
  last_event_at: Instant.nullable(),
  last_pull_at: Instant.nullable().describe('When the last run began that it has begun.'),
  waiting: z.int().describe('Deliveries that the next run takes care of.'),
});
export type SourceWebhook = z.infer<typeof SourceWebhook>;

const common = {
  ...openTo('manage_sources'),
  params: ById,
  response: SourceWebhook,
  errors: ['not_found'],
} as const;
const ofConnection = '/iam/connections/:id/webhook';

export const sourceWebhooks = {
  get: endpoint({
    ...common,
    method: 'GET',
    path: ofConnection,
    summary: 'Whether and how an identity source tells of changes',
    audit: { none: 'read-only' },
  }),
  switchOn: endpoint({
    ...common,
    method: 'POST',
    path: ofConnection,
    summary: 'Ask an identity source to tell of changes; it is asked within a minute',
    audit: 'source_webhook.switched_on',
    changes: ['source-health'],
    errors: ['not_found', 'conflict'],
  }),
  switchOff: endpoint({
    ...common,
    method: 'DELETE',
    path: ofConnection,
    summary: 'Have an identity source tell no longer; changes are found when it is read',
    audit: 'source_webhook.switched_off',
    changes: ['source-health'],
  }),
};
