import { z } from 'zod';
import { endpoint } from '../api/endpoint';
import { ById, Done, Instant, Version } from '../fields/common';
import { fieldError } from '../fields/field-error';
import { KeptDays } from './kept-reports';
import { ReportId, reportFormats, reportParameters, whoReadsReports } from './reports';

export const maxScheduleRecipients = 50;

const Administrator = z.object({ id: z.uuid(), name: z.string() });

const Clock = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: fieldError({ timeOfDay: 'A time of day as HH:MM' }) });

const times = {
  every: z.enum(['day', 'week', 'month']),
  weekday: z.int().min(1).max(7).nullable().describe('Of a weekly report; 1 is Monday.'),
  day: z.int().min(1).max(31).nullable().describe('Of a monthly report; in a shorter month its last day.'),
  clock: Clock.describe('On the clock of the organisation.'),
};

const ReportScheduleFields = z.strictObject({
  report: ReportId,
  parameters: z.strictObject(reportParameters),
  format: z.enum(reportFormats),
  days_kept: KeptDays,
  ...times,
  recipient_ids: z.array(z.uuid()).max(maxScheduleRecipients),
});
export type ReportScheduleFields = z.output<typeof ReportScheduleFields>;

/** A report that is made again and again, with the rights and the scope of its owner. */
export const ReportSchedule = z.object({
  id: z.uuid(),
  report: ReportId,
  title: z.string(),
  parameters: z.object(reportParameters),
  chosen: z.array(z.string()).describe('The parameters in words.'),
  format: z.enum(reportFormats),
  days_kept: z.int(),
  ...times,
  time_zone: z.string(),
  owner: Administrator,
  recipients: z.array(Administrator),
  state: z.enum(['active', 'paused', 'stopped']).describe('stopped: the owner may not read the report any more.'),
  next_run_at: Instant.nullable(),
  last_run_at: Instant.nullable(),
  last_skipped: z
    .array(z.string())
    .describe('Recipients who could not read all of the last result, and were not told.'),
  last_failure: z.object({ at: Instant, message: z.string() }).nullable().describe('Null: the last run worked.'),
  version: Version,
});
export type ReportSchedule = z.infer<typeof ReportSchedule>;

const one = { ...whoReadsReports, params: ById, changes: ['report-schedules'] } as const;

/** Own schedules; of super admins, all. */
export const reportSchedules = {
  list: endpoint({
    ...whoReadsReports,
    method: 'GET',
    path: '/report-schedules',
    summary: 'Reports that are made again and again: own ones, and for super admins all',
    audit: { none: 'read-only' },
    response: z.object({ items: z.array(ReportSchedule) }),
  }),
  recipients: endpoint({
    ...whoReadsReports,
    method: 'GET',
    path: '/report-recipients',
    summary: 'Administrators to whom a schedule may send',
    audit: { none: 'read-only' },
    response: z.object({ items: z.array(Administrator.extend({ has_mail: z.boolean() })), time_zone: z.string() }),
    errors: ['not_found'],
  }),
  create: endpoint({
    ...whoReadsReports,
    method: 'POST',
    path: '/report-schedules',
    summary: 'Make a report again and again, and tell recipients by mail',
    audit: 'report_schedule.created',
    changes: ['report-schedules'],
    status: 201,
    body: ReportScheduleFields,
    response: ReportSchedule,
    errors: ['not_found', 'conflict', 'validation_failed'],
  }),
  update: endpoint({
    ...one,
    method: 'PUT',
    path: '/report-schedules/:id',
    summary: 'Change a schedule; its next run follows from it',
    audit: 'report_schedule.updated',
    body: ReportScheduleFields,
    response: ReportSchedule,
    errors: ['not_found', 'conflict', 'validation_failed', 'version_conflict'],
  }),
  pause: endpoint({
    ...one,
    method: 'POST',
    path: '/report-schedules/:id/pause',
    summary: 'Make no report by a schedule until it is resumed',
    audit: 'report_schedule.paused',
    response: ReportSchedule,
    errors: ['not_found'],
  }),
  resume: endpoint({
    ...one,
    method: 'POST',
    path: '/report-schedules/:id/resume',
    summary: 'Go on with a schedule that was paused or stopped',
    audit: 'report_schedule.resumed',
    response: ReportSchedule,
    errors: ['not_found'],
  }),
  remove: endpoint({
    ...one,
    method: 'DELETE',
    path: '/report-schedules/:id',
    summary: 'Delete a schedule; what it made is kept for its time',
    audit: 'report_schedule.deleted',
    response: Done,
    errors: ['not_found'],
  }),
};
