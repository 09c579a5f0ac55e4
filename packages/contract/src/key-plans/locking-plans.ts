import { z } from 'zod';
import { endpoint } from '../api/endpoint';
import { openTo } from '../api/roles';
import { ById, Done, Instant, Version } from '../fields/common';
import { fieldError } from '../fields/field-error';
import { storableText } from '../fields/text';
import { isUploadedFile, type UploadedFile } from '../fields/uploaded-file';

/** Rows times columns of a sheet are not limited, its rights are. */
export const maxLockingPlanBytes = 20 * 1024 * 1024;

const maxColumns = 20_000;

export const LockingPlanColumn = z.strictObject({
  label: storableText(200).describe('As it stands in the sheet.'),
  cylinder_id: z.uuid().nullable().describe('The cylinder of the mirror it names; null when none does.'),
});

export const LockingPlanRow = z.strictObject({
  label: storableText(200).describe('As it stands in the sheet.'),
  kind: z.enum(['key', 'person', 'unknown']),
  record_id: storableText(1_000).nullable().describe('Id of the key, or identity of the person in the key system.'),
  rights: z.array(z.int().min(0)).max(maxColumns).describe('Indexes of columns, rising.'),
});

/** Who may open what, as a locksmith writes it down: rows are keys or persons, columns cylinders. */
export const LockingPlanContent = z.strictObject({
  file_name: storableText(200).trim().min(1),
  columns: z.array(LockingPlanColumn).min(1).max(maxColumns),
  rows: z.array(LockingPlanRow).min(1).max(100_000),
});
export type LockingPlanContent = z.infer<typeof LockingPlanContent>;

export const LockingPlanCounts = z.object({
  rows: z.int(),
  columns: z.int(),
  rights: z.int(),
  unknown_rows: z.int().describe('Rows that name no key and no person of the mirror.'),
  unknown_columns: z.int(),
});

export const LockingPlanProblem = z.object({
  cell: z.string().describe('As spreadsheets call it, e.g. "C7"; a whole row "7:7", a whole column "C:C".'),
  found: z.string().describe('What stands there, shortened.'),
  message: z.string(),
  is_fatal: z.boolean().describe('The plan cannot be stored until it is mended.'),
});
export type LockingPlanProblem = z.infer<typeof LockingPlanProblem>;

export const LockingPlanPreview = z.object({
  content: LockingPlanContent.nullable().describe(
    'Send this to store it; null when a fatal problem stands in the way.',
  ),
  counts: LockingPlanCounts,
  problems: z.array(LockingPlanProblem).describe('In order of the sheet, at most 1,000.'),
  problems_total: z.int(),
});
export type LockingPlanPreview = z.infer<typeof LockingPlanPreview>;

export const LockingPlan = z.object({
  connection_id: z.uuid(),
  content: LockingPlanContent,
  counts: LockingPlanCounts,
  stored_by: z.string(),
  version: Version,
  created_at: Instant,
  updated_at: Instant,
});
export type LockingPlan = z.infer<typeof LockingPlan>;

export const lockingPlans = {
  upload: endpoint({
    method: 'POST',
    path: '/key-system-connections/:id/upload-keyplan',
    summary: 'Read a locking plan (CSV or XLSX) and answer what it says; nothing is stored',
    allow: ['superadmin'],
    audit: { none: 'read-only' },
    encoding: { multipart: 'file', maxBytes: maxLockingPlanBytes },
    params: ById,
    body: z.strictObject({
      file: z.custom<UploadedFile>(isUploadedFile, {
        error: fieldError({ planFile: 'A file is required for key plan upload.' }),
      }),
    }),
    response: LockingPlanPreview,
    errors: ['not_found', 'payload_too_large'],
  }),
  get: endpoint({
    method: 'GET',
    path: '/key-system-connections/:id/keyplan',
    summary: 'The stored locking plan of a key system',
    ...openTo('view_plans'),
    audit: { none: 'read-only' },
    params: ById,
    response: LockingPlan,
    errors: ['not_found'],
  }),
  store: endpoint({
    method: 'POST',
    path: '/key-system-connections/:id/keyplan',
    summary: 'Store a locking plan in place of the former one',
    allow: ['superadmin'],
    audit: 'locking_plan.stored',
    changes: ['locking-plans'],
    encoding: { jsonMaxBytes: maxLockingPlanBytes },
    params: ById,
    body: LockingPlanContent,
    response: LockingPlan,
    errors: ['not_found', 'version_conflict', 'payload_too_large'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/key-system-connections/:id/keyplan',
    summary: 'Remove the stored locking plan',
    allow: ['superadmin'],
    audit: 'locking_plan.deleted',
    changes: ['locking-plans'],
    params: ById,
    response: Done,
    errors: ['not_found', 'version_conflict'],
  }),
};
