import { z } from 'zod';
import { endpoint } from '../api/endpoint';
import { openTo } from '../api/roles';
import { lineOf } from '../fields/text';
import { keyList } from '../key-systems/keys';

/** More than one print needs; a longer list is filtered first. */
export const maxLabels = 500;

/** Sheets of labels on A4, by the size of a label in millimetres. */
export const labelSheets = {
  '63.5x38.1': { columns: 3, rows: 7, width: 63.5, height: 38.1, gap: 2.5 },
  '70x37': { columns: 3, rows: 8, width: 70, height: 37, gap: 0 },
  '48.5x25.4': { columns: 4, rows: 10, width: 48.5, height: 25.4, gap: 0 },
  '38.1x21.2': { columns: 5, rows: 13, width: 38.1, height: 21.2, gap: 2.5 },
} as const;
export const labelSheetNames = ['63.5x38.1', '70x37', '48.5x25.4', '38.1x21.2'] as const;

export const labelSize = { width: { least: 25, most: 150 }, height: { least: 12, most: 100 } } as const;

const Paper = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('sheet'),
    sheet: z.enum(labelSheetNames),
    used: z.int().min(0).max(64).default(0).describe('Labels that are gone from the first sheet.'),
  }),
  z.strictObject({
    kind: z.literal('single'),
    width: z.number().min(labelSize.width.least).max(labelSize.width.most).describe('In millimetres.'),
    height: z.number().min(labelSize.height.least).max(labelSize.height.most).describe('In millimetres.'),
  }),
]);

export const PrintLabels = z.strictObject({
  keys: z
    .array(z.uuid())
    .min(1)
    .max(maxLabels)
    .optional()
    .describe('These keys; or else all that the filter lets through.'),
  filter: z.strictObject(keyList.filter).optional(),
  text: lineOf({ min: 0, max: 60 }).default('').describe('On each label, e.g. the organisation and where to bring it.'),
  paper: Paper,
});
export type PrintLabels = z.input<typeof PrintLabels>;

export const keyLabels = {
  print: endpoint({
    method: 'POST',
    path: '/keys/labels',
    summary: 'Labels for keys as PDF, each with a QR code that the desk reads',
    ...openTo('assign_keys'),
    audit: 'inventory.exported',
    changes: { none: 'never-read' },
    produces: 'pdf',
    body: PrintLabels,
    response: z.string(),
    errors: ['not_found', 'overloaded', 'validation_failed'],
  }),
};
