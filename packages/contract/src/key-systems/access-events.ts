import { z } from 'zod';
import { endpoint } from '../api/endpoint';
import { pagingFields } from '../api/paging';
import { openTo } from '../api/roles';
import { ById, Instant, Reason } from '../fields/common';
import { NamedRecord } from '../fields/named-record';
import { TimeZone } from '../fields/time-zone';

export const usualRetentionMonths = 3;
export const retentionMonths = { least: 1, most: 120 } as const;
export const maxRevealHours = 72;
/** At most so many events are counted for the picture, and written to a file. */
export const maxTimelineEvents = 200_000;
export const maxExportedEvents = 100_000;

export const eventResults = ['granted', 'denied'] as const;
export const lookPurposes = ['incident', 'complaint', 'audit', 'request_of_person', 'other'] as const;
export const eventPrivacies = ['none', 'denied_only', 'full'] as const;
export const EventPrivacy = z
  .enum(eventPrivacies)
  .describe(
    'What one person alone may see with names, beside the right to: nothing; only refused openings; everything. More needs a second person.',
  );
export type EventPrivacy = z.infer<typeof EventPrivacy>;

export const AccessEventFilter = z.strictObject({
  by: z
    .enum(['event', 'import'])
    .default('event')
    .describe('Which time counts: when it happened, or when it became known.'),
  from: Instant.nullable().default(null),
  before: Instant.nullable().default(null),
  location_id: z.uuid().nullable().default(null).describe('The place, and all that stand in it.'),
  cylinder_id: z.uuid().nullable().default(null),
  key_id: z.uuid().nullable().default(null),
  person_id: z.uuid().nullable().default(null).describe('Who had the key at that time; only of a look with names.'),
  result: z.enum(eventResults).nullable().default(null),
  reason: z.string().trim().min(1).max(100).nullable().default(null).describe('In the word of the key system.'),
});
export type AccessEventFilter = z.output<typeof AccessEventFilter>;

export const AccessEventLook = z.object({
  id: z.uuid(),
  by: z.string(),
  is_own: z.boolean(),
  opened_at: Instant,
  ends_at: Instant,
  filter: AccessEventFilter,
  names: z
    .object({
      location: z.string().nullable(),
      cylinder: z.string().nullable(),
      key: z.string().nullable(),
      person: z.string().nullable(),
    })
    .describe('What the filter names, as far as the reader may see it.'),
  shows_names: z.boolean().describe('False: only pseudonyms, which are others in every look.'),
  purpose: z.enum(lookPurposes).nullable().describe('Of a look with names.'),
  reason: z.string().nullable(),
  second: z
    .enum(['asked', 'approved', 'refused'])
    .nullable()
    .describe('The second person, without whom places with privacy keep their names; null: was not asked.'),
  decided_by: z.string().nullable(),
  decided_at: Instant.nullable(),
  decision_reason: z.string().nullable(),
});
export type AccessEventLook = z.infer<typeof AccessEventLook>;

export const SeenAccessEvent = z.object({
  id: z.string().describe('Its place in the order; `after` of the next page.'),
  event_time: Instant.describe('When it happened, by the clock of the key.'),
  import_time: Instant.describe('When the key system got to know it.'),
  delay_s: z.int().describe('Seconds from the one to the other.'),
  source: z.string(),
  key: NamedRecord.nullable().describe('By its marking; null: not known, or not for the reader.'),
  cylinder: NamedRecord.nullable(),
  place: z.string().nullable(),
  pseudonym: z
    .string()
    .nullable()
    .describe('Who had the key at that time; equal for one person within the look. Null: not known.'),
  person: z
    .object({ id: z.uuid().nullable(), name: z.string() })
    .nullable()
    .describe('Null: not known, not for the reader, or not to be shown in this look.'),
  is_withheld: z.boolean().describe('A second person is needed for the name.'),
  result: z.string(),
  reason: z.string().nullable(),
});
export type SeenAccessEvent = z.infer<typeof SeenAccessEvent>;

export const AccessEventSettings = z.object({
  retention_months: z.int().min(retentionMonths.least).max(retentionMonths.most),
  kept_from: Instant.describe('The begin of the first month of which events are kept.'),
  to_delete: z.array(z.string()).describe('Months, as 2026-03, that the next run deletes with all their events.'),
  left_out: z
    .array(
      z.object({
        connection_id: z.uuid(),
        key_system: z.string(),
        month: z.string(),
        why: z
          .enum(['older', 'ahead'])
          .describe('older: it came after its month was deleted; ahead: more than a year in the future.'),
        events: z.int(),
        last_at: Instant,
      }),
    )
    .describe('Events that were counted and not stored, by the month of their time, the newest first; at most 200.'),
  places: z
    .array(z.object({ location_id: z.uuid(), path: z.string(), mode: EventPrivacy }))
    .describe('Places with a privacy of their own; the others have that of the place above, at the top `full`.'),
});
export type AccessEventSettings = z.infer<typeof AccessEventSettings>;

const audits = openTo('user_audits');
const protection = openTo('audit_log');
const superadmin = { allow: ['superadmin'] } as const;
const changes = ['access-events'] as const;
const reading = {
  ...audits,
  method: 'GET',
  audit: { none: 'read-only' },
  params: ById,
  errors: ['not_found', 'link_expired'],
} as const;

export const accessEvents = {
  open: endpoint({
    ...audits,
    method: 'POST',
    path: '/access-event-looks',
    summary: 'Begin a look at access events with pseudonyms in place of names',
    audit: 'access_event_look.opened',
    changes: { none: 'answered-whole' },
    status: 201,
    body: z.strictObject({ filter: AccessEventFilter }),
    response: AccessEventLook,
    errors: ['not_found', 'validation_failed'],
  }),
  reveal: endpoint({
    ...openTo('reveal_access_events'),
    method: 'POST',
    path: '/access-event-reveals',
    summary: 'Begin a look at access events with names, for a purpose and for some hours',
    audit: 'access_event_look.revealed',
    changes,
    status: 201,
    body: z.strictObject({
      filter: AccessEventFilter,
      purpose: z.enum(lookPurposes),
      reason: Reason,
      hours: z.int().min(1).max(maxRevealHours),
      ask_second: z.boolean().describe('Ask a second person for the names that places with privacy keep.'),
    }),
    response: AccessEventLook,
    errors: ['not_found', 'validation_failed'],
  }),
  looks: endpoint({
    ...protection,
    method: 'GET',
    path: '/access-event-looks',
    summary: 'Looks with names: those that wait for a second person, then the last ones, at most 100',
    audit: { none: 'read-only' },
    response: z.object({ items: z.array(AccessEventLook) }),
  }),
  look: endpoint({
    ...reading,
    path: '/access-event-looks/:id',
    summary: 'An own look at access events',
    response: AccessEventLook,
  }),
  approve: endpoint({
    ...protection,
    method: 'POST',
    path: '/access-event-looks/:id/approve',
    summary: 'Approve that a look of someone else shows all names',
    audit: 'access_event_look.approved',
    changes,
    params: ById,
    response: AccessEventLook,
    errors: ['not_found', 'conflict'],
  }),
  refuse: endpoint({
    ...protection,
    method: 'POST',
    path: '/access-event-looks/:id/refuse',
    summary: 'Refuse that a look shows all names',
    audit: 'access_event_look.refused',
    changes,
    params: ById,
    body: z.strictObject({ reason: Reason }),
    response: AccessEventLook,
    errors: ['not_found', 'conflict', 'validation_failed'],
  }),
  page: endpoint({
    ...reading,
    path: '/access-event-looks/:id/events',
    summary: 'Access events of an own look, the newest first, by key',
    query: z.strictObject({
      limit: pagingFields.limit.describe('Rows to answer, at most 200; 50 unless given.'),
      after: z.string().max(400).optional().describe('The `next` of the page before.'),
    }),
    response: z.object({
      items: z.array(SeenAccessEvent),
      next: z.string().nullable().describe('Null: there are no more.'),
    }),
    errors: ['not_found', 'link_expired', 'validation_failed'],
  }),
  timeline: endpoint({
    ...reading,
    path: '/access-event-looks/:id/timeline',
    summary: 'How many openings were granted and denied in each hour, day or week of an own look',
    query: z.strictObject({ time_zone: TimeZone.default('UTC') }),
    response: z.object({
      step: z.enum(['hour', 'day', 'week']),
      counted_from: Instant.nullable().describe(
        `Only the newest ${maxTimelineEvents} events are counted; from this one on. Null: all are.`,
      ),
      items: z
        .array(z.object({ at: Instant, granted: z.int(), denied: z.int() }))
        .describe('Without those that have none.'),
    }),
  }),
  exportCsv: endpoint({
    ...audits,
    method: 'GET',
    path: '/access-event-looks/:id/events.csv',
    summary: `Access events of an own look as CSV, at most ${maxExportedEvents}; with pseudonyms or names as in the look`,
    audit: 'access_events.exported',
    produces: 'csv',
    params: ById,
    response: z.string(),
    errors: ['not_found', 'link_expired'],
  }),
  settings: endpoint({
    ...superadmin,
    method: 'GET',
    path: '/settings/access-events',
    summary:
      'How long access events are kept, what was left out, and how much of a place one person may see with names',
    audit: { none: 'read-only' },
    response: AccessEventSettings,
  }),
  saveRetention: endpoint({
    ...superadmin,
    method: 'PUT',
    path: '/settings/access-events',
    summary: 'Change how many months access events are kept. Older months are deleted within the hour, for good',
    audit: 'access_event_settings.updated',
    changes,
    body: AccessEventSettings.pick({ retention_months: true }).strict(),
    response: AccessEventSettings,
  }),
  savePrivacy: endpoint({
    ...superadmin,
    method: 'PUT',
    path: '/settings/access-events/places/:id',
    summary: 'Change how much of the events of a place one person alone may see with names',
    audit: 'access_event_settings.updated',
    changes,
    params: ById,
    body: z.strictObject({ mode: EventPrivacy.nullable().describe('Null: that of the place above.') }),
    response: AccessEventSettings,
    errors: ['not_found'],
  }),
};
