import { type Input, keptReports, type ReportSchedule, reportSchedules } from '@key2xs/contract';
import { endpointQuery, useCall } from './calls/endpoint-calls';

export const keptReportsQuery = endpointQuery(keptReports.list, ['all'], {});
export const reportSchedulesQuery = endpointQuery(reportSchedules.list, ['all'], {});
export const reportRecipientsQuery = endpointQuery(reportSchedules.recipients, ['recipients'], {});

/** As long as a print may take. */
const makeMs = 90_000;

export const useKeepReport = () =>
  useCall(
    keptReports.keep,
    (input: Input<typeof keptReports.keep>) => input,
    () => ({ timeoutMs: makeMs }),
  );
export const useDeleteKept = () => useCall(keptReports.remove, (id: string) => ({ params: { id } }));

export const useCreateSchedule = () =>
  useCall(reportSchedules.create, (body: Input<typeof reportSchedules.create>['body']) => ({ body }));

type Change = { schedule: ReportSchedule; body: Input<typeof reportSchedules.update>['body'] };

/** Changes nothing after a concurrent change (version_conflict). */
export const useUpdateSchedule = () =>
  useCall(
    reportSchedules.update,
    ({ schedule: { id }, body }: Change) => ({ params: { id }, body }),
    ({ schedule: { version } }) => ({ ifMatch: version }),
  );
export const usePauseSchedule = () => useCall(reportSchedules.pause, (id: string) => ({ params: { id } }));
export const useResumeSchedule = () => useCall(reportSchedules.resume, (id: string) => ({ params: { id } }));
export const useDeleteSchedule = () => useCall(reportSchedules.remove, (id: string) => ({ params: { id } }));
