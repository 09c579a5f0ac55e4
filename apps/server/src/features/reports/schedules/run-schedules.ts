import { nextReportRun } from '@key2xs/domain';
import { type Sentence, say } from '@key2xs/texts';
import { recordEvent } from '#platform/audit/audit';
import type { Caller, Deps, Tx } from '#platform/deps';
import { AppError } from '#platform/errors';
import { emit } from '#platform/events/event-kind';
import type { JobWork } from '#platform/jobs/job-kind';
import { sees } from '#platform/visible-to';
import { type RenderedReport, renderReport } from '../export-report';
import { auditedOf, insertKept } from '../kept/kept-reports';
import { findReport } from '../registry';
import { type Administrator, covers, listAdministrators } from './administrators';
import { reportScheduleStopped, scheduledReportMade } from './events';
import { readZone, type ScheduleRow } from './service';

export const scheduledReportJob = 'scheduled_report';

const callerOf = ({ signEvent }: Pick<Deps, 'signEvent'>): Caller => ({
  ...{ actor: undefined, name: 'report schedule', request_id: null, sign: signEvent },
});

/** Requests each run that is due, once; what was missed while nothing ran is made up once. @returns how many */
export async function requestDueReports(deps: Deps): Promise<number> {
  let requested = 0;
  while (await deps.db.transaction().execute((tx) => requestNext(tx, deps))) requested++;
  if (requested > 0) deps.jobs.nudge();
  return requested;
}

async function requestNext(tx: Tx, deps: Deps): Promise<boolean> {
  const now = await deps.databaseClock(tx);
  const row = await tx
    .selectFrom('report_schedule')
    .selectAll()
    .where('next_run_at', '<=', now)
    .orderBy('next_run_at')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  if (!row) return false;
  const next_run_at = nextReportRun(row, await readZone(tx), now);
  await tx
    .updateTable('report_schedule')
    .set({ due_at: row.next_run_at, next_run_at })
    .where('id', '=', row.id)
    .execute();
  await deps.jobs.enqueue(tx, scheduledReportJob, row.id);
  return true;
}

/** Makes the report of a run that is due, keeps it, and tells its recipients. */
export const makeScheduledReport = (deps: Deps): JobWork => ({
  name: scheduledReportJob,
  async run({ lease, stopping }) {
    const id = lease.job.key;
    const row = await deps.db.selectFrom('report_schedule').selectAll().where('id', '=', id).executeTakeFirst();
    if (!row?.due_at) return 'done';
    const due: DueRow = { ...row, due_at: row.due_at };
    const report = findReport(row.report);
    const [owner] = await listAdministrators(deps.db, deps.clock(), [row.owner_id]);
    if (!owner || !report || !sees(owner.viewer, report.resource)) {
      await stop(deps, due);
      return 'done';
    }
    const signal = AbortSignal.any([lease.signal, stopping]);
    try {
      const reader = { db: deps.db, viewer: owner.viewer, language: row.language };
      const wanted = { id: row.report, format: row.format, asked: row.parameters };
      const rendered = await renderReport(deps, { reader, madeBy: owner.name, signal }, wanted);
      await keep(deps, due, { owner, rendered });
    } catch (error) {
      if (!(error instanceof AppError) || error.code === 'overloaded') throw error;
      await saveFailure(deps, due, error.detail);
    }
    return 'done';
  },
  async giveUp(lease) {
    const { key: id } = lease.job;
    const row = await deps.db.selectFrom('report_schedule').selectAll().where('id', '=', id).executeTakeFirst();
    if (row?.due_at) await saveFailure(deps, { ...row, due_at: row.due_at }, say('report.schedule.failed'));
  },
});

type DueRow = ScheduleRow & { due_at: Date };

/** Whether the run still waits; then its schedule is held until the transaction ends. */
const isStillDue = async (tx: Tx, { id, due_at }: DueRow): Promise<boolean> =>
  (await tx
    .selectFrom('report_schedule')
    .select('id')
    .where('id', '=', id)
    .where('due_at', '=', due_at)
    .forUpdate()
    .executeTakeFirst()) !== undefined;

type Made = { owner: Administrator; rendered: RenderedReport };

async function keep(deps: Deps, row: DueRow, { owner, rendered }: Made): Promise<void> {
  const now = deps.clock();
  const meant = await listAdministrators(deps.db, now, row.recipient_ids);
  const report = findReport(row.report);
  const mayRead = ({ viewer }: Administrator) =>
    report !== undefined && sees(viewer, report.resource) && covers(viewer.scope, owner.viewer.scope);
  const readers = meant.filter(mayRead);
  const id = deps.newId();
  const wanted = { id: row.report, format: row.format, asked: row.parameters };
  await deps.db.transaction().execute(async (tx) => {
    if (!(await isStillDue(tx, row))) return;
    const run = { schedule_id: row.id, due_at: row.due_at, reader_ids: readers.map((one) => one.id) };
    const maker = { id: owner.id, name: owner.name, scope: owner.viewer.scope };
    const isNew = await insertKept(tx, { id, rendered, wanted, maker, days: row.days_kept, run });
    const last_skipped = meant.filter((one) => !mayRead(one)).map(({ name }) => name);
    await tx
      .updateTable('report_schedule')
      .set({ due_at: null, last_run_at: now, last_skipped, last_failure: null, failed_at: null })
      .where('id', '=', row.id)
      .execute();
    if (!isNew) return;
    const details = { schedule_id: row.id, ...auditedOf({ rendered, wanted, days: row.days_kept }) };
    await recordEvent(tx, callerOf(deps), 'kept_report.created', { id, details });
    for (const { id: admin_id } of readers)
      await emit(tx, scheduledReportMade, { schedule_id: row.id, kept_id: id, report: row.report, admin_id });
  });
}

/** It makes nothing more until an administrator who may read the report resumes it. */
async function stop(deps: Deps, row: DueRow): Promise<void> {
  await deps.db.transaction().execute(async (tx) => {
    if (!(await isStillDue(tx, row))) return;
    await tx
      .updateTable('report_schedule')
      .set({ due_at: null, next_run_at: null, stopped_at: deps.clock(), version: row.version + 1 })
      .where('id', '=', row.id)
      .execute();
    await recordEvent(tx, callerOf(deps), 'report_schedule.stopped', { id: row.id, details: { report: row.report } });
    await emit(tx, reportScheduleStopped, { schedule_id: row.id, report: row.report, admin_id: row.owner_id });
  });
}

async function saveFailure(deps: Deps, row: DueRow, failure: Sentence): Promise<void> {
  await deps.db.transaction().execute(async (tx) => {
    if (!(await isStillDue(tx, row))) return;
    await tx
      .updateTable('report_schedule')
      .set({ due_at: null, last_failure: JSON.stringify(failure), failed_at: deps.clock() })
      .where('id', '=', row.id)
      .execute();
  });
}
