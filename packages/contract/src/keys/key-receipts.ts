import { z } from 'zod';
import { endpoint } from '../api/endpoint';
import { openTo } from '../api/roles';
import { ById, Instant } from '../fields/common';
import { fieldError } from '../fields/field-error';
import { paragraphsOf } from '../fields/text';
import { isUploadedFile, type UploadedFile } from '../fields/uploaded-file';

const desk = openTo('assign_keys');

/** More would not be checked by those who sign. */
export const maxKeysPerReceipt = 100;

/** A photograph of a page. */
export const maxPaperBytes = 10 * 1_024 * 1_024;

export const receiptKinds = ['hand_out', 'return', 'transfer'] as const;
export const ReceiptKind = z.enum(receiptKinds);

const languages = ['en', 'de'] as const;

/** Strokes of a pen, each a row of x and y in turn, in the units of a pad of this size. */
export const Signature = z.strictObject({
  width: z.number().min(1).max(10_000),
  height: z.number().min(1).max(10_000),
  strokes: z
    .array(z.array(z.number().min(-10_000).max(20_000)).min(2).max(8_000))
    .min(1)
    .max(200),
});
export type Signature = z.infer<typeof Signature>;

/** How the one who gets or gives keys has agreed. What was drafted is drafted again, and has to be the same. */
export const SignedReceipt = z.strictObject({
  language: z.enum(languages),
  drafted_at: Instant,
  hash: z.string().length(64),
  signature: Signature.optional().describe(
    'Of the one who gets the keys, or of a return, gives them back. Without: signed on paper, or confirmed by a mailed link.',
  ),
  giver_signature: Signature.optional().describe('Of a transfer: of the one who gives the keys away.'),
});
export type SignedReceipt = z.infer<typeof SignedReceipt>;

export const ReceiptLine = z.object({
  marking: z.string(),
  name: z.string(),
  serial: z.string(),
  key_system: z.string(),
  due_at: Instant.nullable(),
});

/** What someone at the desk should know before; one that `needs_reason` is passed with a reason only. */
export const DeskWarning = z.object({
  code: z.enum(['has_keys', 'has_overdue', 'leaves_soon', 'no_access', 'to_update']),
  message: z.string(),
  key_id: z.uuid().nullable(),
  needs_reason: z.boolean(),
});
export type DeskWarning = z.infer<typeof DeskWarning>;

export const ReceiptDraft = z.object({
  kind: ReceiptKind,
  language: z.enum(languages),
  drafted_at: Instant,
  person_name: z.string(),
  giver_name: z.string().nullable(),
  statement: z.string().describe('What is signed.'),
  lines: z.array(ReceiptLine),
  hash: z.string().describe('SHA-256 of all above, hexadecimal. Stands above the signature and in the PDF.'),
  warnings: z.array(DeskWarning),
  link: z
    .object({ mail_address: z.string().nullable(), problem: z.string().nullable() })
    .describe('Whom a link that confirms it would be mailed to, and why it cannot be.'),
});
export type ReceiptDraft = z.infer<typeof ReceiptDraft>;

export const ReceiptSummary = z.object({
  id: z.uuid(),
  kind: ReceiptKind,
  created_at: Instant,
  created_by: z.string(),
  person_name: z.string(),
  keys: z.int(),
  signed: z.enum(['on_screen', 'on_paper', 'by_link', 'not_yet']),
  link: z
    .object({
      mail_address: z.string(),
      asked_at: Instant.describe('When it was mailed for the first time.'),
      sent_at: Instant,
      expires_at: Instant,
      confirmed_at: Instant.nullable(),
    })
    .nullable()
    .describe('The link that confirms it, or has.'),
});
export type ReceiptSummary = z.infer<typeof ReceiptSummary>;

const Statement = paragraphsOf(2_000);
export const ReceiptTexts = z.object({
  en: z.object({ hand_out: Statement, return: Statement, transfer: Statement }),
  de: z.object({ hand_out: Statement, return: Statement, transfer: Statement }),
});
export type ReceiptTexts = z.infer<typeof ReceiptTexts>;

/** What stands on a receipt besides its statement. */
export const ReceiptWords = z.object({
  title: z.object({ hand_out: z.string(), return: z.string(), transfer: z.string() }),
  handed_to: z.string(),
  given_back_by: z.string(),
  handed_on_by: z.string(),
  issued_by: z.string(),
  at: z.string(),
  signature: z.string(),
  columns: z.array(z.string()),
});
export type ReceiptWords = z.infer<typeof ReceiptWords>;

export const ReceiptTextSettings = ReceiptTexts.extend({
  standard: ReceiptTexts.describe('The texts of the product, which stand where the organisation has none.'),
  words: z.object({ en: ReceiptWords, de: ReceiptWords }),
});
export type ReceiptTextSettings = z.infer<typeof ReceiptTextSettings>;

const LinkToken = z.strictObject({ token: z.string().max(200) });

/** A mailed link leads to `/receipt-confirmation#<token>`; after the #, neither a proxy nor an access log sees the token. */
export const keyReceipts = {
  pdf: endpoint({
    method: 'GET',
    path: '/key-receipts/:id/pdf',
    summary: 'A receipt with its list of keys, signatures and hash, as PDF',
    ...desk,
    audit: { none: 'read-only' },
    params: ById,
    produces: 'pdf',
    response: z.string(),
    errors: ['not_found', 'overloaded'],
  }),
  uploadPaper: endpoint({
    method: 'POST',
    path: '/key-receipts/:id/paper',
    summary: 'Add the photograph or scan of a receipt that was signed on paper',
    ...desk,
    audit: 'key_receipt.signed_on_paper',
    changes: ['keys'],
    encoding: { multipart: 'file', maxBytes: maxPaperBytes },
    params: ById,
    body: z.strictObject({
      file: z.custom<UploadedFile>(isUploadedFile, {
        error: fieldError({ fileUpload: 'A file upload is required.' }),
      }),
    }),
    response: ReceiptSummary,
    errors: ['not_found', 'conflict', 'payload_too_large', 'validation_failed'],
  }),
  paper: endpoint({
    method: 'GET',
    path: '/key-receipts/:id/paper',
    summary: 'The photograph or scan of a receipt that was signed on paper',
    ...desk,
    audit: { none: 'read-only' },
    params: ById,
    produces: 'file',
    response: z.string(),
    errors: ['not_found'],
  }),
  sendLink: endpoint({
    method: 'POST',
    path: '/key-receipts/:id/link',
    summary: 'Mail a link that confirms a receipt, once, within 14 days; an earlier one of it stops working',
    ...desk,
    audit: 'key_receipt.link_sent',
    changes: ['keys'],
    params: ById,
    response: ReceiptSummary,
    errors: ['not_found', 'conflict'],
  }),
  withdrawLink: endpoint({
    method: 'DELETE',
    path: '/key-receipts/:id/link',
    summary: 'Withdraw a link that has not been used',
    ...desk,
    audit: 'key_receipt.link_withdrawn',
    changes: ['keys'],
    params: ById,
    response: ReceiptSummary,
    errors: ['not_found', 'conflict'],
  }),
  checkLink: endpoint({
    method: 'POST',
    path: '/key-receipts/links/check',
    summary: 'What a mailed link confirms; the same refusal for whatever token opens none',
    allow: 'public',
    audit: { none: 'read-only' },
    body: LinkToken,
    response: z.object({
      kind: ReceiptKind,
      language: z.enum(languages),
      person_name: z.string(),
      created_by: z.string(),
      created_at: Instant,
      statement: z.string(),
      lines: z.array(ReceiptLine),
      hash: z.string(),
      expires_at: Instant,
    }),
    errors: ['link_expired', 'too_many_attempts'],
  }),
  confirm: endpoint({
    method: 'POST',
    path: '/key-receipts/links/confirm',
    summary: 'Confirm a receipt by its mailed link, without an account',
    allow: 'public',
    audit: 'key_receipt.confirmed',
    changes: ['keys'],
    body: LinkToken,
    response: z.object({ confirmed_at: Instant }),
    errors: ['link_expired', 'too_many_attempts'],
  }),
  texts: endpoint({
    method: 'GET',
    path: '/settings/key-receipts',
    summary: 'What receipts say, by language and kind',
    ...desk,
    audit: { none: 'read-only' },
    response: ReceiptTextSettings,
  }),
  saveTexts: endpoint({
    method: 'PUT',
    path: '/settings/key-receipts',
    summary: 'Change what receipts say from now on; an empty text stands for the one of the product',
    allow: ['superadmin'],
    audit: 'key_receipt_texts.updated',
    changes: ['key-receipts'],
    body: ReceiptTexts,
    response: ReceiptTextSettings,
  }),
};
