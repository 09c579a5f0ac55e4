import { z } from 'zod';
import { endpoint } from '../api/endpoint';
import { listOf, pagingFields } from '../api/paging';
import { ById, Description, Done, Instant, Version } from '../fields/common';
import { fieldError } from '../fields/field-error';
import { HttpsReceiver } from '../fields/https-address';
import { oneOf } from '../fields/one-of';
import { testEventKind, webhookEventKinds, webhookEvents } from './webhook-events';

export const maxWebhooks = 20;

/** Why an attempt did not succeed. */
export const webhookErrors = {
  status: { is: 'the receiver answered with another status than 2xx' },
  gone: { is: 'it answered 410 Gone' },
  redirect: { is: 'it answered with a redirect, which is never followed' },
  timeout: { is: 'it did not answer within 15 seconds' },
  not_found: { is: 'its name has no address' },
  address_refused: { is: 'its address may not be called' },
  tls: { is: 'its certificate is not trusted, or no secure connection came about' },
  proxy: { is: 'the proxy of this server did not connect to it' },
  connection: { is: 'no connection came about, or it broke' },
  secret: { is: 'the stored secret cannot be read with the secret key of this server' },
} as const;
export const WebhookError = oneOf(webhookErrors);
export type WebhookError = z.infer<typeof WebhookError>;

const Status = z.int().nullable().describe('Of the answer; null without one.');

export const WebhookAttempt = z.object({
  at: Instant,
  status: Status,
  duration_ms: z.int(),
  error: WebhookError.nullable().describe('Null: it succeeded.'),
});
export type WebhookAttempt = z.infer<typeof WebhookAttempt>;

export const webhookDeliveryStates = {
  waiting: { is: 'it is due, or tried again later' },
  delivered: { is: 'the receiver has taken it' },
  failed: { is: 'it was given up' },
  dropped: { is: 'it was never sent: too many were waiting, or the webhook was switched off' },
} as const;
export const WebhookDeliveryState = oneOf(webhookDeliveryStates);
export type WebhookDeliveryState = z.infer<typeof WebhookDeliveryState>;

const AnyKind = z.enum([...webhookEventKinds, testEventKind]);

export const WebhookDelivery = z.object({
  id: z.uuid().describe('Sent as webhook-id, the same at every attempt.'),
  sequence: z.int(),
  kind: AnyKind,
  state: WebhookDeliveryState,
  created_at: Instant,
  due_at: Instant.nullable().describe('When it is tried next; null unless it waits.'),
  attempts: z.array(WebhookAttempt).describe('The last 20, the newest first.'),
});
export type WebhookDelivery = z.infer<typeof WebhookDelivery>;

export const Webhook = z.object({
  id: z.uuid(),
  url: z.string(),
  description: z.string(),
  events: z.array(z.enum(webhookEventKinds)),
  is_enabled: z.boolean(),
  disabled_because: z
    .enum(['failing', 'gone'])
    .nullable()
    .describe('Switched off by Key2XS: after five days of failures, or an answer 410. Null: by an administrator.'),
  failing_since: Instant.nullable().describe('The first failure since the last success.'),
  last_attempt: WebhookAttempt.nullable().describe('Of an event; tests are not counted.'),
  waiting: z.int().describe('Events that are still to be sent.'),
  previous_secret_until: Instant.nullable().describe('Until then the former secret signs too.'),
  version: Version,
  created_at: Instant,
  updated_at: Instant,
});
export type Webhook = z.infer<typeof Webhook>;

const Secret = z.string().describe('whsec_ and 32 bytes in base64. Answered this once.');

const WebhookFields = z.strictObject({
  url: HttpsReceiver.describe('https only; redirects are not followed.'),
  description: Description.default(''),
  events: z
    .array(z.enum(webhookEventKinds))
    .min(1, { error: fieldError({ webhookEvents: 'Choose at least one event.' }) })
    .max(webhookEventKinds.length)
    .refine((kinds) => new Set(kinds).size === kinds.length, { error: fieldError({ sameId: 'Each id once.' }) })
    .describe(webhookEventKinds.map((kind) => `${kind}: ${webhookEvents[kind].is}.`).join(' ')),
  is_enabled: z.boolean().default(true),
});
export type WebhookFields = z.infer<typeof WebhookFields>;

const superadmin = { allow: ['superadmin'] } as const;
const root = '/outgoing-webhooks';
const ByDelivery = z.object({ id: z.uuid(), delivery_id: z.uuid() });

/** Addresses that Key2XS calls when something has happened, signed by the Standard Webhooks specification. */
export const webhooks = {
  list: endpoint({
    ...superadmin,
    method: 'GET',
    path: root,
    summary: 'Webhooks with their health, the oldest first',
    audit: { none: 'read-only' },
    response: z.object({ items: z.array(Webhook) }),
  }),
  get: endpoint({
    ...superadmin,
    method: 'GET',
    path: `${root}/:id`,
    summary: 'One webhook',
    audit: { none: 'read-only' },
    params: ById,
    response: Webhook,
    errors: ['not_found'],
  }),
  create: endpoint({
    ...superadmin,
    method: 'POST',
    path: root,
    summary: 'Add a webhook, and answer its secret once',
    audit: 'webhook.created',
    changes: ['webhooks'],
    status: 201,
    isSecret: true,
    stepUp: true,
    body: WebhookFields,
    response: Webhook.extend({ secret: Secret }),
    errors: ['conflict'],
  }),
  update: endpoint({
    ...superadmin,
    method: 'PUT',
    path: `${root}/:id`,
    summary: 'Change a webhook; once switched off, what waited is dropped',
    audit: 'webhook.updated',
    changes: ['webhooks'],
    stepUp: true,
    params: ById,
    body: WebhookFields.required(),
    response: Webhook,
    errors: ['not_found', 'version_conflict'],
  }),
  remove: endpoint({
    ...superadmin,
    method: 'DELETE',
    path: `${root}/:id`,
    summary: 'Delete a webhook with its log and what waits for it',
    audit: 'webhook.deleted',
    changes: ['webhooks'],
    params: ById,
    response: Done,
    errors: ['not_found', 'version_conflict'],
  }),
  rotateSecret: endpoint({
    ...superadmin,
    method: 'POST',
    path: `${root}/:id/secret`,
    summary: 'Give a webhook a new secret, answered once; for 24 hours both sign',
    audit: 'webhook.secret_rotated',
    changes: ['webhooks'],
    status: 201,
    isSecret: true,
    stepUp: true,
    params: ById,
    response: Webhook.extend({ secret: Secret }),
    errors: ['not_found'],
  }),
  sendTest: endpoint({
    ...superadmin,
    method: 'POST',
    path: `${root}/:id/test`,
    summary: 'Send a test event at once, and answer how it went',
    audit: 'webhook.tested',
    changes: ['webhooks'],
    params: ById,
    response: WebhookDelivery,
    errors: ['not_found'],
  }),
  deliveries: endpoint({
    ...superadmin,
    method: 'GET',
    path: `${root}/:id/deliveries`,
    summary: 'What was sent to a webhook within 90 days, the newest first; 50 unless limit says otherwise',
    audit: { none: 'read-only' },
    params: ById,
    query: z.strictObject({ state: WebhookDeliveryState.optional(), kind: AnyKind.optional(), ...pagingFields }),
    response: listOf(WebhookDelivery),
    errors: ['not_found'],
  }),
  resend: endpoint({
    ...superadmin,
    method: 'POST',
    path: `${root}/:id/deliveries/:delivery_id/resend`,
    summary: 'Send an event again, under the same id; of a webhook that is switched on',
    audit: 'webhook.event_resent',
    changes: ['webhooks'],
    params: ByDelivery,
    response: WebhookDelivery,
    errors: ['not_found', 'conflict'],
  }),
};
