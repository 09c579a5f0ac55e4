import { z } from 'zod';
import { endpoint } from '../api/endpoint';
import { pagingFields } from '../api/paging';
import { openTo } from '../api/roles';
import { Instant } from '../fields/common';

/** In the order of the catalogue. */
export const reportGroups = ['access', 'keys', 'cases', 'requests', 'administration'] as const;

export const reportIds = [
  'who_may_open',
  'person_access',
  'review_decisions',
  'keys_out',
  'overdue_returns',
  'keys_not_updated',
  'revalidation_forecast',
  'capacity',
  'lost_keys',
  'leaver_cases',
  'requests',
  'plan_changes',
  'administrator_actions',
  'failed_runs',
] as const;
export const ReportId = z.enum(reportIds);
export type ReportId = z.infer<typeof ReportId>;

export const reportFormats = ['csv', 'xlsx', 'pdf'] as const;

export const reportParameterKinds = ['days', 'percent', 'period', 'key_system', 'person', 'doors', 'place'] as const;

export const ReportParameter = z.object({
  kind: z
    .enum(reportParameterKinds)
    .describe(
      'Set by `days`, `percent`, `from` and `before`, `connection_id`, `person_id`, one of `cylinder_id`, `group_id` and `location_id`, or `location_id` of the query.',
    ),
  label: z.string(),
  is_required: z.boolean().describe('Without it, the report is refused.'),
  usual: z.int().nullable().describe('Of days and percent, unless given; of a period, its days up to now.'),
});
export type ReportParameter = z.infer<typeof ReportParameter>;

export const ReportColumn = z.object({
  name: z.string(),
  title: z.string(),
  kind: z
    .enum(['text', 'state', 'number', 'moment'])
    .describe('state: one of a few, as text in the language of the reader.'),
});
export type ReportColumn = z.infer<typeof ReportColumn>;

export const Report = z.object({
  id: ReportId,
  group: z.enum(reportGroups),
  title: z.string(),
  about: z.string().describe('What it answers.'),
  parameters: z.array(ReportParameter),
  columns: z.array(ReportColumn),
});
export type Report = z.infer<typeof Report>;

const ReportRow = z.object({
  id: z.string(),
  cells: z.array(z.union([z.string(), z.number(), z.null()])).describe('One a column; moments as UTC, ISO-8601.'),
});
export type ReportRow = z.infer<typeof ReportRow>;

/** A parameter that the report does not have is refused. */
export const reportParameters = {
  days: z.coerce.number().int().min(1).max(3_650).optional(),
  percent: z.coerce.number().int().min(1).max(100).optional(),
  from: Instant.optional(),
  before: Instant.optional(),
  connection_id: z.uuid().optional(),
  person_id: z.uuid().optional(),
  cylinder_id: z.uuid().optional(),
  group_id: z.uuid().optional(),
  location_id: z.uuid().optional().describe('With all places in it.'),
};
export type ReportParameters = z.output<z.ZodObject<typeof reportParameters>>;

/** Readers who may see one of them; each report asks for more, and is not found otherwise. */
export const whoReadsReports = openTo(
  'view_cylinders',
  'view_people',
  'assign_keys',
  'view_plans',
  'run_syncs',
  'manage_sources',
  'review_access',
  'audit_log',
);
const ByReport = z.object({ report: ReportId });

export const reports = {
  catalogue: endpoint({
    method: 'GET',
    path: '/reports',
    summary: 'Reports that the caller may read, by group',
    ...whoReadsReports,
    audit: { none: 'read-only' },
    response: z.object({ items: z.array(Report) }),
  }),
  read: endpoint({
    method: 'GET',
    path: '/reports/:report',
    summary: 'A page of a report, with the number of all its rows',
    ...whoReadsReports,
    audit: { none: 'read-only' },
    params: ByReport,
    query: z.strictObject({
      ...reportParameters,
      limit: pagingFields.limit.describe('Rows to answer, at most 200; 50 unless given.'),
      after: z.string().max(2_000).optional().describe('The `next` of the page before.'),
    }),
    response: z.object({
      total: z.int(),
      chosen: z.array(z.string()).describe('The parameters in words, with the usual values filled in.'),
      subject: z.string().nullable().describe('The name of the chosen person, door, group or place.'),
      notes: z
        .array(z.string())
        .describe('What has to be known to read it: figures over all rows, and what is not known.'),
      items: z.array(ReportRow),
      next: z.string().nullable().describe('Null: there are no more.'),
    }),
    errors: ['not_found', 'conflict'],
  }),
  pack: endpoint({
    method: 'GET',
    path: '/report-pack',
    summary: 'The reports that prove controls of ISO 27001, NIS2 and BSI, with an index and hashes, as one ZIP',
    ...whoReadsReports,
    audit: 'report.pack_exported',
    produces: 'file',
    query: z.strictObject({
      from: Instant.optional().describe('Of the reports about a period.'),
      before: Instant.optional(),
    }),
    response: z.string(),
    errors: ['not_found'],
  }),
  export: endpoint({
    method: 'GET',
    path: '/reports/:report/export',
    summary: 'All rows of a report as CSV, as an Excel workbook, or as a PDF of at most 2,000 rows',
    ...whoReadsReports,
    audit: 'report.exported',
    produces: 'file',
    params: ByReport,
    query: z.strictObject({ ...reportParameters, format: z.enum(reportFormats).default('csv') }),
    response: z.string(),
    errors: ['not_found', 'conflict'],
  }),
};
