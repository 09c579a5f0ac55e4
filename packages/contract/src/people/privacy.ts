import { z } from 'zod';
import { endpoint } from '../api/endpoint';
import { ById, Instant, Reason } from '../fields/common';

/** At most so many rows of one part are in the file; it says which parts have more. */
export const maxPersonFileRows = 2_000;
/** So long after its day a receipt keeps who signed it: a claim about a lost key can be made until then. */
export const receiptDays = { least: 365, most: 3_653, usual: 1_096 } as const;
/** So long after someone has left, the product erases them by itself, where that is switched on. */
export const leaverDays = { least: 30, most: 3_653, usual: 365 } as const;

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

const PrivacyPeriods = z.strictObject({
  receipts_kept_days: z.int().min(receiptDays.least).max(receiptDays.most),
  erase_leavers_after_days: z
    .int()
    .min(leaverDays.least)
    .max(leaverDays.most)
    .nullable()
    .describe('Null: no one is erased automatically.'),
});

const RetentionRun = z.object({
  at: Instant,
  by: z.string().nullable().describe('Null: the product, at night.'),
  erased: z.int().describe('People.'),
  blocked: z.int().describe('People whose time was over, and who had something in the way.'),
  receipts: z.int().describe('Receipts that lost name and signature.'),
});

export const PrivacySettings = PrivacyPeriods.extend({
  due: z
    .object({
      leavers: z.int().describe('People whose time is over, with those that have something in the way.'),
      leavers_left_before: Instant.nullable().describe('Null: no one is erased automatically.'),
      receipts: z.int(),
      receipts_before: Instant,
      events: z.int().describe('Access events of months that are not kept any more.'),
      events_before: Instant,
      past: z.int().describe('Former values of what access depends on.'),
      past_before: Instant,
    })
    .describe('What the next runs erase or delete, and what is older than when.'),
  runs: z.array(RetentionRun).describe('The newest first, at most 50.'),
});
export type PrivacySettings = z.infer<typeof PrivacySettings>;

export const HeldField = z.object({
  part: z.string(),
  part_title: z.string(),
  field: z.string(),
  field_title: z.string(),
  origin: z.string().describe('Where it comes from, in words; as are the following.'),
  purpose: z.string(),
  kept: z.string(),
  seen_by: z.string(),
});
export type HeldField = z.infer<typeof HeldField>;

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
  settings: endpoint({
    ...superAdmins,
    method: 'GET',
    path: '/settings/privacy',
    summary: 'How long people and receipts are kept, what the next run erases, and what the last ones did',
    audit: { none: 'read-only' },
    response: PrivacySettings,
    errors: ['not_found'],
  }),
  save: endpoint({
    ...superAdmins,
    method: 'PUT',
    path: '/settings/privacy',
    summary: 'Change how long people who have left and receipts are kept. The next run erases permanently',
    stepUp: true,
    audit: 'privacy_settings.updated',
    changes: ['privacy'],
    body: PrivacyPeriods,
    response: PrivacySettings,
    errors: ['not_found'],
  }),
  runNow: endpoint({
    ...superAdmins,
    method: 'POST',
    path: '/settings/privacy/runs',
    summary: 'Erase now who and what is older than it is kept, at most 20 people at once',
    stepUp: true,
    audit: { one: 'privacy_settings.ran', along: ['person.erased'] },
    changes: ['privacy', 'people', 'key-receipts', 'change-sets', 'audit'],
    response: PrivacySettings,
    errors: ['not_found'],
  }),
  fields: endpoint({
    ...superAdmins,
    method: 'GET',
    path: '/privacy/fields',
    summary: 'Each field that is held about people: where it comes from, what for, how long, and who may see it',
    audit: { none: 'read-only' },
    response: z.object({ items: z.array(HeldField) }),
  }),
  fieldsCsv: endpoint({
    ...superAdmins,
    method: 'GET',
    path: '/privacy/fields.csv',
    summary: 'The same as CSV',
    audit: { none: 'read-only' },
    produces: 'csv',
    response: z.string(),
  }),
  fieldsPdf: endpoint({
    ...superAdmins,
    method: 'GET',
    path: '/privacy/fields.pdf',
    summary: 'The same as PDF, to attach to an agreement',
    audit: { none: 'read-only' },
    produces: 'pdf',
    response: z.string(),
    errors: ['overloaded'],
  }),
};
