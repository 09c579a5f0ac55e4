import { z } from 'zod';
import { Instant } from '../fields/common';

const Id = z.uuid();
const DaysLeft = z.int().describe('Whole days; below 0 once it has ended.');
const ending = { connection_id: Id, days_left: DaysLeft, has_successor: z.boolean() };
const run = { task_id: Id, kind: z.enum(['directory', 'key_system', 'inventory']), connection_id: Id };
const task = { ...run, is_preview: z.boolean() };

/**
 * What a webhook can be called about. Never rename or remove one, nor a field of its data: receivers know them. Data are ids and
 * facts about records, never names of people, doors or connections: who may know more reads it under the link.
 */
export const webhookEvents = {
  'sync.succeeded': { group: 'runs', is: 'a run or preview has succeeded', data: z.strictObject(task) },
  'sync.failed': { group: 'runs', is: 'a run or preview has failed', data: z.strictObject(task) },
  'change_set.stopped': {
    group: 'runs',
    is: 'a guard has stopped changes, which wait for a decision',
    data: z.strictObject({ change_set_id: Id, connection_id: Id, is_preview: z.boolean() }),
  },
  'key_plan.activated': {
    group: 'plans',
    is: 'a key plan is in force as a new version',
    data: z.strictObject({ key_plan_id: Id, version: z.int().nullable().describe('Of what is in force.') }),
  },
  'administrator.suspended': {
    group: 'administrators',
    is: 'an administrator was suspended',
    data: z.strictObject({ administrator_id: Id }),
  },
  'administrator.viewed': {
    group: 'administrators',
    is: 'a super admin has begun to see the product as a sub-admin',
    data: z.strictObject({ administrator_id: Id }),
  },
  'api_token.ending': {
    group: 'credentials',
    is: 'an API token ends soon or has ended',
    data: z.strictObject({ token_id: Id, owner_id: Id, days_left: DaysLeft }),
  },
  'source.failing': {
    group: 'sources',
    is: 'runs over an identity source fail, after one that succeeded',
    data: z.strictObject({ connection_id: Id, task_id: Id }),
  },
  'source.recovered': {
    group: 'sources',
    is: 'runs over an identity source succeed again',
    data: z.strictObject({ connection_id: Id, task_id: Id }),
  },
  'source_credential.ending': {
    group: 'credentials',
    is: 'a secret or certificate of an identity source ends soon or has ended',
    data: z.strictObject({ ...ending, kind: z.enum(['secret', 'certificate']) }),
  },
  'client_certificate.ending': {
    group: 'credentials',
    is: 'a certificate of a key system ends soon or has ended',
    data: z.strictObject(ending),
  },
} as const;
export type WebhookEventKind = keyof typeof webhookEvents;
export const webhookEventKinds = Object.keys(webhookEvents) as [WebhookEventKind, ...WebhookEventKind[]]; // Object.keys widens to string[]

/** Sent by hand, to try a webhook; not chosen. */
export const testEventKind = 'webhook.test';
export type SentEventKind = WebhookEventKind | typeof testEventKind;

/** The present version of all payloads. It rises with a change that a receiver has to know of; a new field is none. */
export const payloadVersion = 1;

/** The body of a call. Its id is in the header webhook-id, the same at every attempt. */
export const WebhookPayload = z.strictObject({
  type: z.enum([...webhookEventKinds, testEventKind]),
  timestamp: Instant.describe('When it happened.'),
  version: z.literal(payloadVersion),
  sequence: z
    .int()
    .min(1)
    .describe('Counts the events of a webhook. They may arrive in another order; a gap stays where one was not sent.'),
  data: z.record(z.string(), z.unknown()),
  link: z.string().describe('The screen; without KEY2XS_PUBLIC_URL its path alone.'),
});
export type WebhookPayload = z.infer<typeof WebhookPayload>;
