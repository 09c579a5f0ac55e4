import { z } from 'zod';
import { endpoint } from '../api/endpoint';
import { Instant, Reason } from '../fields/common';
import { lineOf, paragraphsOf } from '../fields/text';
import { KeyRequestKind, KeyRequestState } from './key-requests';

const token = z.string().max(200).describe('Of the mailed link.');

const OwnRequest = z.object({
  id: z.uuid(),
  kind: KeyRequestKind,
  state: KeyRequestState,
  place_words: z.string().nullable().describe('Where, as the person has written it.'),
  key_marking: z.string().nullable(),
  reason: z.string(),
  starts_at: Instant.nullable(),
  ends_at: Instant.nullable().describe('As granted, else as asked for; null: without an end.'),
  asked_at: Instant,
  pick_up_by: Instant.nullable(),
  question: z.string().nullable().describe('What was asked back, while it waits for an answer.'),
  rejected_because: z.string().nullable(),
  can_cancel: z.boolean(),
});

export const KeyRequestVisit = z.object({
  person_name: z.string(),
  expires_at: Instant.describe('When the link stops working.'),
  keys: z
    .array(z.object({ id: z.uuid(), marking: z.string(), name: z.string() }))
    .describe('That are handed out to the person.'),
  requests: z.array(OwnRequest).describe('That the person has asked for by a link, newest first, at most 50.'),
});
export type KeyRequestVisit = z.infer<typeof KeyRequestVisit>;

const errors = ['link_expired', 'too_many_attempts'] as const;
const act = { allow: 'public', changes: ['key-requests'], response: KeyRequestVisit } as const;
const actErrors = [...errors, 'not_found', 'conflict', 'validation_failed'] as const;

/** How people without an account ask for keys: a link that is mailed to them. */
export const keyRequestLinks = {
  offer: endpoint({
    method: 'GET',
    path: '/key-request-links',
    summary: 'Whether people without an account may ask for keys through a mailed link',
    allow: 'public',
    audit: { none: 'read-only' },
    response: z.object({ is_offered: z.boolean() }),
  }),
  ask: endpoint({
    method: 'POST',
    path: '/key-request-links',
    summary:
      'Mail a link for requests to the person with this address; the answer is the same for every address. An earlier link stops working once the mail has left',
    allow: 'public',
    audit: 'key_request_link.requested',
    changes: { none: 'never-read' },
    body: z.strictObject({
      mail_address: lineOf({ min: 3, max: 254 }),
      language: z.enum(['en', 'de']).default('en').describe('Of the mail.'),
    }),
    response: z.object({ success: z.literal(true) }),
    errors: ['too_many_attempts', 'validation_failed'],
  }),
  open: endpoint({
    method: 'POST',
    path: '/key-request-links/visits',
    summary: 'What a mailed link opens: own requests and own keys; the same refusal for whatever token opens nothing',
    allow: 'public',
    audit: { none: 'read-only' },
    body: z.strictObject({ token }),
    response: KeyRequestVisit,
    errors: [...errors],
  }),
  submit: endpoint({
    ...act,
    method: 'POST',
    path: '/key-request-links/requests',
    summary:
      'Ask for a key or access by a mailed link, for oneself; where it is about a place, someone who assigns keys chooses it',
    audit: 'key_request.submitted',
    body: z.strictObject({
      token,
      kind: KeyRequestKind,
      place_words: lineOf({ min: 0, max: 300 })
        .default('')
        .describe('Where, in own words; needed for new_key, more_access and temporary.'),
      key_id: z.uuid().nullable().default(null).describe('Needed for extension, replacement and return: an own key.'),
      starts_at: Instant.nullable().default(null),
      ends_at: Instant.nullable().default(null).describe('Needed for temporary and extension.'),
      is_urgent: z.boolean().default(false),
      reason: Reason,
    }),
    errors: [...actErrors],
  }),
  answer: endpoint({
    ...act,
    method: 'POST',
    path: '/key-request-links/answers',
    summary: 'Answer by a mailed link what was asked back about an own request',
    audit: 'key_request.changed',
    body: z.strictObject({ token, request_id: z.uuid(), note: paragraphsOf(2_000).min(1) }),
    errors: [...actErrors],
  }),
  cancel: endpoint({
    ...act,
    method: 'POST',
    path: '/key-request-links/cancellations',
    summary: 'Cancel an own request by a mailed link, before the key is handed out; a reserved key is free again',
    audit: { one: 'key_request.changed', along: ['key.reported', 'key_plan.draft_edited'] },
    changes: ['key-requests', 'keys', 'key-plans'],
    body: z.strictObject({ token, request_id: z.uuid(), reason: Reason }),
    errors: [...actErrors],
  }),
};
