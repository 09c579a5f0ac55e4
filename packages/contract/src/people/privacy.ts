import { z } from 'zod';
import { endpoint } from '../api/endpoint';
import { ById, Instant, Reason } from '../fields/common';

/** At most so many rows of one part are in the file; it says which parts have more. */
export const maxPersonFileRows = 2_000;
/** So long after its day a receipt keeps who signed it: a claim about a lost key can be made until then. */
export const receiptsKeptDays = 1_096;

export const filePurposes = ['request_of_person', 'complaint', 'audit', 'other'] as const;

const superAdmins = { allow: ['superadmin'] } as const;

const file = {
  ...superAdmins,
  method: 'GET',
  audit: 'person_file.downloaded',
  params: ById,
  query: z.strictObject({ purpose: z.enum(filePurposes).describe('Kept in the administration log.') }),
} as const;

export const erasureBlockers = [
  'not_left',
  'in_source',
  'in_list',
  'manages',
  'in_key_system',
  'named_in_key_system',
  'keys_out',
  'keys_reserved',
  'cases',
  'requests',
  'checks',
  'work',
  'changes',
  'places',
  'administrator',
] as const;

export const keptAfterErasure = ['receipts', 'log', 'log_names', 'namesakes', 'past', 'events', 'backups'] as const;

export const ErasurePreview = z.object({
  name: z.string(),
  pseudonym: z.string().describe('Stands in place of the name afterwards.'),
  blockers: z
    .array(
      z.object({
        kind: z.enum(erasureBlockers),
        count: z.int(),
        names: z.array(z.string()).describe('Of keys, key systems, sources, places or accounts; at most 20.'),
      }),
    )
    .describe('What has to be done first; empty: the person can be erased.'),
  erased: z
    .array(z.object({ part: z.string(), title: z.string(), rows: z.int() }))
    .describe('Rows about the person, by part, in which the pseudonym stands afterwards.'),
  kept: z
    .array(
      z.object({
        kind: z.enum(keptAfterErasure),
        count: z.int().nullable().describe('Null: not counted.'),
        until: Instant.nullable().describe('When the last of them is erased too; null: no day is set.'),
      }),
    )
    .describe('What stays, and is not erased now.'),
});
export type ErasurePreview = z.infer<typeof ErasurePreview>;

/** What is held about a person, and its end. */
export const privacy = {
  json: endpoint({
    ...file,
    path: '/people/:id/file',
    summary: 'Everything that is held about a person, and what was left out and why, as a JSON file',
    produces: 'file',
    response: z.looseObject({ made_at: Instant }),
    errors: ['not_found'],
  }),
  pdf: endpoint({
    ...file,
    path: '/people/:id/file.pdf',
    summary: 'The same as PDF',
    produces: 'pdf',
    response: z.string(),
    errors: ['not_found', 'overloaded'],
  }),
  preview: endpoint({
    ...superAdmins,
    method: 'GET',
    path: '/people/:id/erasure',
    summary: 'What stands in the way of erasing a person, what would be erased, and what stays',
    audit: { none: 'read-only' },
    params: ById,
    response: ErasurePreview,
    errors: ['not_found'],
  }),
  erase: endpoint({
    ...superAdmins,
    method: 'POST',
    path: '/people/:id/erase',
    summary: 'Erase a person who has left: a pseudonym stands in place of the name everywhere, for good',
    stepUp: true,
    audit: 'person.erased',
    changes: [
      'people',
      'keys',
      'key-cases',
      'key-requests',
      'key-receipts',
      'change-sets',
      'tasks',
      'work-list',
      'audit',
    ],
    params: ById,
    body: z.strictObject({ reason: Reason }),
    response: z.object({
      pseudonym: z.string(),
      erased_at: Instant,
      receipts_until: Instant.nullable().describe('When the last receipt is erased too; null: there is none left.'),
    }),
    errors: ['not_found', 'conflict', 'validation_failed'],
  }),
};
