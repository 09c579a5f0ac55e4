import { z } from 'zod';
import { endpoint } from '../api/endpoint';
import { lineOf, paragraphsOf } from '../fields/text';

/**
 * The mails whose wording an organisation may change: the sentences of the product, and what they may name. Nothing else can be named, so no
 * secret and no list of doors. Links, lists of keys and the end of a mail are added by the product.
 */
export const mailTexts = {
  guard_stopped: { code: 'mail.guardStopped', placeholders: ['title'] },
  sync_failed: { code: 'mail.syncFailed', placeholders: ['name', 'reason'] },
  inventory_failed: { code: 'mail.inventoryFailed', placeholders: ['name', 'reason'] },
  source_failing: { code: 'mail.sourceFailing', placeholders: ['name', 'reason'] },
  source_recovered: { code: 'mail.sourceRecovered', placeholders: ['name'] },
  key_lost: { code: 'mail.keyLost', placeholders: ['marking', 'count'] },
  key_extension: { code: 'mail.keyExtension', placeholders: ['by', 'count', 'hours', 'reason'] },
  key_request_waits: { code: 'mail.keyRequest.waits', placeholders: [] },
  key_request_escalated: { code: 'mail.keyRequest.escalated', placeholders: [] },
  key_request_asked_back: { code: 'mail.keyRequest.asked_back', placeholders: [] },
  key_request_approved: { code: 'mail.keyRequest.approved', placeholders: [] },
  key_request_rejected: { code: 'mail.keyRequest.rejected', placeholders: [] },
  key_request_ready: { code: 'mail.keyRequest.ready', placeholders: [] },
  key_request_expired: { code: 'mail.keyRequest.expired', placeholders: [] },
  key_request_revoked: { code: 'mail.keyRequest.revoked', placeholders: [] },
  access_review_begun: { code: 'mail.accessReview.begun', placeholders: [] },
  access_review_due_soon: { code: 'mail.accessReview.due_soon', placeholders: [] },
  access_review_overdue: { code: 'mail.accessReview.overdue', placeholders: [] },
  new_device: { code: 'mail.newDevice', placeholders: ['username', 'address', 'browser', 'moment'] },
  viewed: { code: 'mail.viewed', placeholders: ['by', 'reason'] },
  key_reminder_holder: { code: 'mail.keyReminder', placeholders: ['count'] },
  key_return_holder: { code: 'mail.keyReturn', placeholders: ['count'] },
  invitation: { code: 'mail.invitation', placeholders: ['by'] },
  password_reset: { code: 'mail.passwordReset', placeholders: [] },
  receipt_hand_out: { code: 'mail.receiptLink.hand_out', placeholders: ['name', 'count', 'days'] },
  receipt_return: { code: 'mail.receiptLink.return', placeholders: ['name', 'count', 'days'] },
  possession_check: { code: 'possession.mail', placeholders: ['name', 'count', 'day'] },
  key_request_link: { code: 'keyRequest.mail', placeholders: [] },
} as const satisfies Record<string, { code: string; placeholders: readonly string[] }>;

export const mailTextKinds = Object.keys(mailTexts) as (keyof typeof mailTexts)[];
export type MailTextKind = (typeof mailTextKinds)[number];

const Kind = z.enum(mailTextKinds);
const Language = z.enum(['en', 'de']);

const Wording = z.strictObject({
  subject: lineOf({ max: 150 }).describe('With placeholders such as {{name}}.'),
  text: paragraphsOf(2_000).describe('With placeholders such as {{name}}; paragraphs by empty lines.'),
});

export const MailText = Wording.extend({
  kind: Kind,
  language: Language,
  placeholders: z.array(z.string()).describe('What subject and text may name.'),
  is_changed: z.boolean().describe('False: subject and text are those of the product.'),
  of_product: Wording,
});
export type MailText = z.infer<typeof MailText>;

const one = {
  allow: ['superadmin'],
  path: '/settings/mail-texts/:kind/:language',
  params: z.strictObject({ kind: Kind, language: Language }),
  changes: ['notifications'],
} as const;

/** The wording of mails, for the whole organisation. */
export const mailTextSettings = {
  list: endpoint({
    allow: ['superadmin'],
    method: 'GET',
    path: '/settings/mail-texts',
    summary: 'The wording of mails in each language, and what the product says',
    audit: { none: 'read-only' },
    response: z.object({ items: z.array(MailText) }),
  }),
  save: endpoint({
    ...one,
    method: 'PUT',
    summary: 'Change the wording of a mail in one language; it holds for mails that are sent from now on',
    audit: 'mail_text.updated',
    body: Wording,
    response: MailText,
    errors: ['validation_failed'],
  }),
  reset: endpoint({
    ...one,
    method: 'DELETE',
    summary: 'Use the wording of the product again',
    audit: 'mail_text.reset',
    response: MailText,
  }),
};
