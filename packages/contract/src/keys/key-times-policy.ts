import { z } from 'zod';
import { endpoint } from '../api/endpoint';
import { ById, DeleteResult, Name, Version } from '../fields/common';
import { fieldError } from '../fields/field-error';
import { lineOf } from '../fields/text';
import { TimeZone } from '../fields/time-zone';
import { MailAddress } from '../people/notifications';
import { KeyWindows } from './key-times';

const minutes = z.int().min(1).max(525_600).nullable();

export const KeyIntervalRule = z.strictObject({
  person_kind: z.enum(['employee', 'external']),
  protection_class: z.int().min(0).max(4).describe('The highest of the doors that the key opens; 0: none has one.'),
  max_minutes: minutes.describe('The longest interval; null: no limit, and no interval is needed.'),
});

const clockTime = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: fieldError({ timeOfDay: 'A time of day as HH:MM' }) });

export const maxExtensionHours = 720;

const Reminding = z.strictObject({
  is_on: z.boolean(),
  days: z
    .array(z.int().min(1).max(90))
    .min(1)
    .max(5)
    .describe(
      'So many days before a key stops working. None counts that is not shorter than the interval between its updates.',
    ),
});

const returnDays = z.array(z.int().min(-90).max(90)).max(5);

const ReturnReminding = z.strictObject({
  is_on: z.boolean(),
  holder: returnDays,
  manager: returnDays,
  security: returnDays.describe('They are proposed to make the key invalid.'),
});

export const KeyReminderPolicy = z.strictObject({
  holder: Reminding,
  manager: Reminding.describe('The manager of the holder, as the identity source tells.'),
  security: Reminding.extend({
    mail_address: MailAddress.nullable().describe('Null: super admins who have chosen to be mailed about it.'),
  }),
  returns: ReturnReminding.describe(
    'Of keys to be returned, as their holder has left: so many days after the due date of the case, negative before it.',
  ),
  language: z.enum(['en', 'de']).describe('Of the mails, but to super admins.'),
  quiet: z
    .strictObject({ from: clockTime, to: clockTime })
    .nullable()
    .describe('By the clock of `time_zone`, nothing is mailed from then to then, unless someone asks for it.'),
});
export type KeyReminderPolicy = z.infer<typeof KeyReminderPolicy>;

export const KeyTimesPolicy = z.strictObject({
  time_zone: TimeZone.describe('Where the places of doors say none.'),
  external_types: z
    .array(lineOf({ max: 100 }))
    .max(50)
    .describe('Types of people, as their source tells them, who count as externals. Case does not matter.'),
  external_needs_end: z.boolean().describe('The keys of externals need an end of their validity.'),
  rules: z.array(KeyIntervalRule).max(10).describe('At most one for each kind of person and protection class.'),
  soon_days: z.int().min(1).max(90).describe('So many days before its end a key is due soon.'),
  reminders: KeyReminderPolicy,
  extension_max_hours: z
    .int()
    .min(1)
    .max(maxExtensionHours)
    .describe('The longest emergency extension that can be asked for.'),
});
export type KeyTimesPolicy = z.infer<typeof KeyTimesPolicy>;

const superadmin = { allow: ['superadmin'] } as const;
const settings = '/settings/key-times';
const errors = ['validation_failed', 'version_conflict'] as const;

const TemplateFields = z.strictObject({
  name: Name,
  schedule: KeyWindows,
});

export const KeyTimesTemplate = TemplateFields.extend({
  id: z.uuid(),
  version: Version,
  used_by: z.int().describe('Keys for which these weekly hours are recorded.'),
});
export type KeyTimesTemplate = z.infer<typeof KeyTimesTemplate>;

const Day = z.iso.date().max(10).describe('As 2026-12-24.');
const CalendarFields = z.strictObject({
  name: Name,
  closes: lineOf({ min: 0, max: 200 }).describe('What is closed on these days, in words.'),
  days: z.array(z.strictObject({ day: Day, name: lineOf({ max: 100 }) })).max(400),
});

/**
 * Keys hold one weekly schedule and know no holidays. Calendars warn of validities that end on a closed day, and show in the forecast
 * when no one is there to update keys.
 */
export const KeyHolidayCalendar = CalendarFields.extend({ id: z.uuid(), version: Version });
export type KeyHolidayCalendar = z.infer<typeof KeyHolidayCalendar>;

export const KeyTimesPolicyState = KeyTimesPolicy.extend({
  version: z.int().min(0).describe('0: as delivered.'),
  outside: z.int().describe('Keys whose recorded times are outside the policy.'),
  is_mail_configured: z.boolean().describe('Whether the server has a mail server to send by.'),
  employee_types: z
    .array(z.string())
    .describe('Types of people that sources tell, the most frequent first, at most 50.'),
});
export type KeyTimesPolicyState = z.infer<typeof KeyTimesPolicyState>;

/** What is decided once for many keys. */
export const keyTimesSettings = {
  get: endpoint({
    ...superadmin,
    method: 'GET',
    path: settings,
    summary: 'The policy for the times of keys, and how many keys are outside it',
    audit: { none: 'read-only' },
    response: KeyTimesPolicyState,
    errors: ['not_found'],
  }),
  save: endpoint({
    ...superadmin,
    method: 'PUT',
    path: settings,
    summary: 'Change the policy; it holds for what is ordered from now on',
    audit: 'key_times_policy.updated',
    changes: ['key-times'],
    body: KeyTimesPolicy,
    response: KeyTimesPolicyState,
    errors,
  }),
  templates: endpoint({
    ...superadmin,
    method: 'GET',
    path: `${settings}/templates`,
    summary: 'Weekly schedules by name, and how many keys have each',
    audit: { none: 'read-only' },
    response: z.object({ items: z.array(KeyTimesTemplate) }),
  }),
  createTemplate: endpoint({
    ...superadmin,
    method: 'POST',
    path: `${settings}/templates`,
    summary: 'Add a weekly schedule',
    audit: 'key_times_template.created',
    changes: ['key-times'],
    status: 201,
    body: TemplateFields,
    response: KeyTimesTemplate,
    errors: ['conflict', 'validation_failed'],
  }),
  changeTemplate: endpoint({
    ...superadmin,
    method: 'PUT',
    path: `${settings}/templates/:id`,
    summary: 'Change a weekly schedule; keys keep what they have',
    audit: 'key_times_template.updated',
    changes: ['key-times'],
    params: ById,
    body: TemplateFields,
    response: KeyTimesTemplate,
    errors: ['not_found', 'conflict', ...errors],
  }),
  deleteTemplate: endpoint({
    ...superadmin,
    method: 'DELETE',
    path: `${settings}/templates/:id`,
    summary: 'Delete a weekly schedule; keys keep what they have',
    audit: 'key_times_template.deleted',
    changes: ['key-times'],
    params: ById,
    response: DeleteResult,
    errors: ['not_found'],
  }),
  calendars: endpoint({
    ...superadmin,
    method: 'GET',
    path: `${settings}/holiday-calendars`,
    summary: 'Holiday calendars by name',
    audit: { none: 'read-only' },
    response: z.object({ items: z.array(KeyHolidayCalendar) }),
  }),
  createCalendar: endpoint({
    ...superadmin,
    method: 'POST',
    path: `${settings}/holiday-calendars`,
    summary: 'Add a holiday calendar',
    audit: 'key_holiday_calendar.created',
    changes: ['key-times'],
    status: 201,
    body: CalendarFields,
    response: KeyHolidayCalendar,
    errors: ['conflict', 'validation_failed'],
  }),
  changeCalendar: endpoint({
    ...superadmin,
    method: 'PUT',
    path: `${settings}/holiday-calendars/:id`,
    summary: 'Change a holiday calendar',
    audit: 'key_holiday_calendar.updated',
    changes: ['key-times'],
    params: ById,
    body: CalendarFields,
    response: KeyHolidayCalendar,
    errors: ['not_found', 'conflict', ...errors],
  }),
  deleteCalendar: endpoint({
    ...superadmin,
    method: 'DELETE',
    path: `${settings}/holiday-calendars/:id`,
    summary: 'Delete a holiday calendar',
    audit: 'key_holiday_calendar.deleted',
    changes: ['key-times'],
    params: ById,
    response: DeleteResult,
    errors: ['not_found'],
  }),
};
