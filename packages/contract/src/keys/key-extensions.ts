import { z } from 'zod';
import { endpoint } from '../api/endpoint';
import { ById, Instant, Reason } from '../fields/common';
import { maxKeysNamed } from './key-times';
import { maxExtensionHours } from './key-times-policy';

const superadmin = { allow: ['superadmin'] } as const;

export const keyExtensionStates = ['open', 'approved', 'refused', 'ended'] as const;

export const KeyExtension = z.object({
  id: z.uuid(),
  keys: z.array(z.object({ id: z.uuid(), marking: z.string() })),
  hours: z.int(),
  reason: z.string(),
  asked_by: z.string(),
  asked_at: Instant,
  is_own: z.boolean().describe('The caller has asked for it, and cannot approve it.'),
  state: z
    .enum(keyExtensionStates)
    .describe(
      'open: it waits for a second administrator. approved: the longer intervals are ordered. ended: the former ones are ordered again.',
    ),
  decided_by: z.string().nullable(),
  decided_at: Instant.nullable(),
  decision_reason: z.string().nullable(),
  ends_at: Instant.nullable().describe('Of an approved one: then the former intervals are ordered.'),
});
export type KeyExtension = z.infer<typeof KeyExtension>;

const changes = ['keys', 'key-times'] as const;

export const keyExtensions = {
  list: endpoint({
    ...superadmin,
    method: 'GET',
    path: '/key-times/extensions',
    summary: 'Emergency extensions: those that are open or in force, then the last ones, at most 50',
    audit: { none: 'read-only' },
    response: z.object({ items: z.array(KeyExtension) }),
  }),
  ask: endpoint({
    ...superadmin,
    method: 'POST',
    path: '/key-times/extensions',
    summary: 'Ask for some more hours between the updates of keys; a second administrator approves it',
    audit: 'key_extension.requested',
    changes,
    status: 201,
    body: z.strictObject({
      keys: z.array(z.uuid()).min(1).max(maxKeysNamed),
      hours: z.int().min(1).max(maxExtensionHours).describe('At most those of the policy.'),
      reason: Reason,
    }),
    response: KeyExtension,
    errors: ['not_found', 'conflict', 'validation_failed'],
  }),
  approve: endpoint({
    ...superadmin,
    method: 'POST',
    path: '/key-times/extensions/:id/approve',
    summary: 'Approve an extension that someone else has asked for: the longer intervals are ordered',
    audit: { one: 'key_extension.approved', along: ['key.times_ordered'] },
    changes,
    params: ById,
    response: KeyExtension,
    errors: ['not_found', 'conflict'],
  }),
  refuse: endpoint({
    ...superadmin,
    method: 'POST',
    path: '/key-times/extensions/:id/refuse',
    summary: 'Refuse an extension, or withdraw an own one',
    audit: 'key_extension.refused',
    changes,
    params: ById,
    body: z.strictObject({ reason: Reason }),
    response: KeyExtension,
    errors: ['not_found', 'conflict', 'validation_failed'],
  }),
};
