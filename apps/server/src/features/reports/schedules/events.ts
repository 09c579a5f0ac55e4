import { ReportId } from '@key2xs/contract';
import { z } from 'zod';
import { eventKind } from '#platform/events/event-kind';

/** A schedule has made a report, which an administrator may open. */
export const scheduledReportMade = eventKind(
  'scheduled_report.made',
  'schedule_id',
  z.object({ schedule_id: z.string(), kept_id: z.string(), report: ReportId, admin_id: z.string() }),
);

/** The owner of a schedule may not read its report any more. */
export const reportScheduleStopped = eventKind(
  'report_schedule.stopped',
  'schedule_id',
  z.object({ schedule_id: z.string(), report: ReportId, admin_id: z.string() }),
);
