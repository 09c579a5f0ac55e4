import { z } from 'zod';
import { endpoint } from '../api/endpoint';
import { type AdminFunction, roles } from '../api/roles';
import { Instant } from '../fields/common';
import { fieldError } from '../fields/field-error';
import { tooLong } from '../fields/field-words';
import { TimeZone } from '../fields/time-zone';

/** What administrators may be mailed about. */
export const noticeKinds = [
  'guard_stopped',
  'run_failed',
  'source_state',
  'credential_ending',
  'webhook_disabled',
  'key_lost',
  'keys_ending',
  'key_extension',
  'key_request_waits',
  'key_request_own',
  'access_review',
] as const;
export type NoticeKind = (typeof noticeKinds)[number];

/** The function that lets an administrator act on a notice; null: super admins alone. */
export const noticeFunctions = {
  guard_stopped: 'run_syncs',
  run_failed: 'run_syncs',
  source_state: 'manage_sources',
  credential_ending: 'manage_sources',
  webhook_disabled: null,
  key_lost: null,
  keys_ending: null,
  key_extension: null,
  key_request_waits: 'assign_keys',
  key_request_own: 'request_keys',
  access_review: 'review_access',
} as const satisfies Record<NoticeKind, AdminFunction | null>;

/** As long as a mail server takes (RFC 5321). */
const mailAddressLength = 254;
export const MailAddress = z
  .string()
  .trim()
  .max(mailAddressLength, { error: fieldError({ tooLong }, { most: mailAddressLength }) })
  .pipe(z.email({ error: fieldError({ mailAddress: 'Type a mail address such as ada@example.org.' }) }));

const clockTime = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: fieldError({ timeOfDay: 'A time of day as HH:MM' }) });

const Choices = z.strictObject({
  mail_address: MailAddress.nullable().describe('Null: no mails.'),
  language: z.enum(['en', 'de']).describe('Of the mails.'),
  notices: z.array(z.enum(noticeKinds)).max(noticeKinds.length),
  delivery: z
    .enum(['instant', 'daily'])
    .default('instant')
    .describe(
      'instant: at once, but what comes in the quiet time, or second of its kind on a day, comes in the next daily mail. daily: all in one mail a day, but what someone waits for. Mails about the own account always come at once.',
    ),
  daily_at: clockTime.default('08:00').describe('When the daily mail is sent; after the quiet time where it is in it.'),
  quiet: z
    .strictObject({ from: clockTime, to: clockTime })
    .nullable()
    .default(null)
    .describe('Nothing is mailed from then to then.'),
  time_zone: TimeZone.default('UTC').describe('Of these times; an IANA zone, by any of its names.'),
});

export const NotificationSettings = Choices.extend({
  is_mail_configured: z.boolean().describe('Whether the server has a mail server to send by.'),
  last_failure: z
    .object({
      at: Instant,
      message: z.string(),
      is_tried_again: z.boolean(),
    })
    .nullable()
    .describe('Of the mails to the caller, unless one has arrived since.'),
});
export type NotificationSettings = z.infer<typeof NotificationSettings>;

export const notifications = {
  get: endpoint({
    method: 'GET',
    path: '/settings/notifications',
    summary: 'What the caller is mailed about, and how the last mails went',
    allow: roles,
    audit: { none: 'read-only' },
    response: NotificationSettings,
  }),
  save: endpoint({
    method: 'PUT',
    path: '/settings/notifications',
    summary: 'Change where and about what the caller is mailed',
    allow: roles,
    stepUp: true,
    audit: 'notifications.updated',
    changes: ['notifications'],
    body: Choices,
    response: NotificationSettings,
  }),
  sendTestMail: endpoint({
    method: 'POST',
    path: '/settings/notifications/test-mail',
    summary: 'Send a mail to the address of the caller, and say whether the mail server took it',
    allow: roles,
    audit: 'notifications.test_mail_sent',
    changes: { none: 'answered-whole' },
    response: z.object({ is_sent: z.boolean(), message: z.string() }),
    errors: ['conflict'],
  }),
};
