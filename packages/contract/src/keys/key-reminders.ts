import { z } from 'zod';
import { endpoint } from '../api/endpoint';
import { declareList } from '../api/list';
import { Instant } from '../fields/common';
import { KeySelection } from './key-times';

const superadmin = { allow: ['superadmin'] } as const;

export const reminderAudiences = ['holder', 'manager', 'security'] as const;
export type ReminderAudience = (typeof reminderAudiences)[number];

export const keyReminderStates = ['waiting', 'sent', 'failed', 'needless'] as const;

export const KeyReminder = z.object({
  id: z.uuid(),
  mail_address: z.string(),
  audiences: z.array(z.enum(reminderAudiences)).describe('As whom the address is reminded.'),
  keys: z.int(),
  markings: z.array(z.string()).describe('Of its keys, at most ten.'),
  state: z
    .enum(keyReminderStates)
    .describe(
      'waiting: it is about to be sent. sent: the mail server has taken it. failed: given up. needless: all its keys were updated or given back before it was sent.',
    ),
  asked_by: z.string().nullable().describe('Null: the policy.'),
  problem: z.string().nullable().describe('Why the last attempt failed.'),
  next_attempt_at: Instant.nullable(),
  created_at: Instant,
  ended_at: Instant.nullable(),
});
export type KeyReminder = z.infer<typeof KeyReminder>;

export const keyReminderList = declareList({
  path: '/key-times/reminders',
  summary: 'Mails that remind of keys that are about to stop working',
  ...superadmin,
  item: KeyReminder,
  filter: { reminder: z.enum(keyReminderStates).optional().describe('How it stands.') },
  sorts: ['created_at'],
  usual: '-created_at',
  name: 'key-reminders',
  csv: {
    columns: [
      'created_at',
      'mail_address',
      'audiences',
      'keys',
      'markings',
      'state',
      'asked_by',
      'problem',
      'ended_at',
    ],
    audit: 'key_reminders.exported',
  },
});

export const keyReminders = {
  list: keyReminderList.page,
  exportCsv: keyReminderList.csv,
  ask: endpoint({
    method: 'POST',
    path: '/key-times/reminders',
    summary: 'Remind holders of keys, or their managers, now; each address gets at most one mail a day',
    ...superadmin,
    audit: { each: 'key.reminder_requested' },
    changes: ['key-times'],
    status: 201,
    body: z.strictObject({
      selection: KeySelection,
      to: z
        .array(z.enum(['holder', 'manager']))
        .min(1)
        .max(2),
    }),
    response: z.object({
      mails: z.int().describe('That are sent now.'),
      keys: z.int().describe('They are about.'),
      today: z.int().describe('Keys whose address had its mail of today already.'),
      no_address: z.int().describe('Keys of which no one who is asked for has a mail address, or no one has the key.'),
      no_end: z.int().describe('Keys of which it is not known that they ever stop working.'),
    }),
    errors: ['not_found', 'conflict', 'validation_failed'],
  }),
};
