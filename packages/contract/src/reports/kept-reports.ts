import { z } from 'zod';
import { endpoint } from '../api/endpoint';
import { ById, Done, Instant } from '../fields/common';
import { ReportId, reportFormats, reportParameters, whoReadsReports } from './reports';

export const maxKeptBytes = 32 * 1_024 * 1_024;
/** How many of them are listed, the newest first. */
export const maxKeptListed = 200;

export const KeptDays = z.int().min(1).max(3_650).describe('Days until it is deleted.');

/** A report as it was made, with its file. */
export const KeptReport = z.object({
  id: z.uuid(),
  report: ReportId,
  title: z.string(),
  format: z.enum(reportFormats),
  chosen: z.array(z.string()).describe('The parameters in words.'),
  rows: z.int(),
  file_name: z.string(),
  bytes: z.int(),
  sha256: z.string().describe('Of the file.'),
  made_at: Instant,
  made_by: z.string(),
  is_scheduled: z.boolean(),
  keep_until: Instant,
  erased_at: Instant.nullable().describe('When the file was erased because a person in it was. The hash stays.'),
  can_delete: z.boolean(),
});
export type KeptReport = z.infer<typeof KeptReport>;

const changes = ['kept-reports'] as const;

/** Results of reports. Their makers see them, those to whom a schedule sends them, and super admins, as long as they may read all in them. */
export const keptReports = {
  list: endpoint({
    ...whoReadsReports,
    method: 'GET',
    path: '/kept-reports',
    summary: 'Kept results of reports, the newest first',
    audit: { none: 'read-only' },
    response: z.object({
      items: z.array(KeptReport).describe(`At most ${maxKeptListed}.`),
      total: z.int(),
    }),
  }),
  keep: endpoint({
    ...whoReadsReports,
    method: 'POST',
    path: '/reports/:report/kept',
    summary: 'Make a report and keep the result',
    audit: 'kept_report.created',
    changes,
    status: 201,
    params: z.object({ report: ReportId }),
    body: z.strictObject({ ...reportParameters, format: z.enum(reportFormats), days_kept: KeptDays }),
    response: KeptReport,
    errors: ['not_found', 'conflict'],
  }),
  file: endpoint({
    ...whoReadsReports,
    method: 'GET',
    path: '/kept-reports/:id/file',
    summary: 'The file of a kept result',
    audit: 'kept_report.downloaded',
    produces: 'file',
    params: ById,
    response: z.string(),
    errors: ['not_found', 'conflict'],
  }),
  remove: endpoint({
    ...whoReadsReports,
    method: 'DELETE',
    path: '/kept-reports/:id',
    summary: 'Delete a kept result before its time',
    audit: 'kept_report.deleted',
    changes,
    params: ById,
    response: Done,
    errors: ['not_found', 'forbidden'],
  }),
};
