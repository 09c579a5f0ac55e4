import { type ReportSchedule, type ReportScheduleFields, reportSchedules } from '@key2xs/contract';
import { nextReportRun } from '@key2xs/domain';
import { type Language, say } from '@key2xs/texts';
import { renderSentence } from '@key2xs/texts/render-sentence';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import { recordEvent } from '#platform/audit/audit';
import type { Caller, Db, Deps, Tx } from '#platform/deps';
import { AppError, invalidField, notFound } from '#platform/errors';
import { refuseOtherVersion } from '#platform/other-version';
import type { Schema } from '#platform/schema/schema';
import { accountsOf, asProduct, type Reader } from '#platform/visible-to';
import { zoneOfSystem } from '../../key-times/service';
import { namesInParameters, sayKeptParameters } from '../choose-parameters';
import { findReport, reportsFor } from '../registry';
import { prepareReport } from '../service';
import { listAdministrators } from './administrators';

export type ScheduleRow = Selectable<Schema['report_schedule']>;

/** Of one owner. */
const maxSchedules = 50;

/** Of the organisation. */
export const readZone = async (db: Db): Promise<string> => (await zoneOfSystem(asProduct(db)))('');

const selectSchedules = (reader: Reader) =>
  reader.db
    .selectFrom('report_schedule')
    .innerJoin('admin as owner', 'owner.id', 'report_schedule.owner_id')
    .selectAll('report_schedule')
    .select([
      sql<string>`coalesce(owner.name, owner.username)`.as('owner_name'),
      sql<ReportSchedule['recipients']>`coalesce((
        select jsonb_agg(jsonb_build_object('id', id, 'name', coalesce(name, username)) order by coalesce(name, username))
        from admin where admin.id = any(report_schedule.recipient_ids)), '[]')`.as('recipients'),
      namesInParameters(reader, 'report_schedule.parameters').as('names'),
    ])
    .where(isOwn(reader));

/** Also one that has stopped, of an administrator who may read other reports. */
function isOwn(reader: Reader): RawBuilder<boolean> {
  const { role, scope } = reader.viewer;
  if (reportsFor(reader).length === 0) return sql<boolean>`false`;
  return role === 'superadmin' && scope === null
    ? sql<boolean>`true`
    : sql<boolean>`report_schedule.owner_id = any(${accountsOf(reader.viewer)}::uuid[])`;
}

type ShownRow = Awaited<ReturnType<ReturnType<typeof selectSchedules>['executeTakeFirstOrThrow']>>;

function chosenOf({ report: id, parameters, names }: ShownRow, language: Language): string[] {
  const report = findReport(id);
  const said = report ? sayKeptParameters(report, parameters, names) : [];
  return said.map((one) => renderSentence(one, language));
}

const present = (row: ShownRow, { language }: Reader, time_zone: string): ReportSchedule => ({
  ...{ id: row.id, report: row.report, title: renderSentence(say(`report.title.${row.report}`), language) },
  ...{
    parameters: row.parameters,
    chosen: chosenOf(row, language),
    format: row.format,
    days_kept: row.days_kept,
    every: row.every,
  },
  ...{ weekday: row.weekday, day: row.day, clock: row.clock, time_zone, recipients: row.recipients },
  owner: { id: row.owner_id, name: row.owner_name },
  state: row.stopped_at ? 'stopped' : row.paused_at ? 'paused' : 'active',
  next_run_at: row.next_run_at?.toISOString() ?? null,
  last_run_at: row.last_run_at?.toISOString() ?? null,
  last_skipped: row.last_skipped,
  last_failure:
    row.failed_at && row.last_failure
      ? { at: row.failed_at.toISOString(), message: renderSentence(row.last_failure, language) }
      : null,
  version: row.version,
});

export async function listSchedules(reader: Reader): Promise<ReportSchedule[]> {
  const zone = await readZone(reader.db);
  const rows = await selectSchedules(reader)
    .orderBy('report_schedule.created_at')
    .orderBy('report_schedule.id')
    .execute();
  return rows.map((row) => present(row, reader, zone));
}

/** @throws AppError not_found for readers of no report */
export async function listRecipients({ clock }: Pick<Deps, 'clock'>, reader: Reader) {
  if (reportsFor(reader).length === 0) throw notFound('report');
  const { db } = reader;
  const all = await listAdministrators(db, clock());
  return { items: all.map(({ viewer: _, ...one }) => one), time_zone: await readZone(db) };
}

type By = { deps: Deps; reader: Reader; caller: Caller };

/** @throws AppError not_found */
async function getSchedule(reader: Reader, id: string): Promise<ReportSchedule> {
  const row = await selectSchedules(reader).where('report_schedule.id', '=', id).executeTakeFirst();
  if (!row) throw notFound('report_schedule');
  return present(row, reader, await readZone(reader.db));
}

/** @throws AppError validation_failed, not_found, conflict */
async function check({ deps, reader }: By, fields: ReportScheduleFields): Promise<void> {
  if (fields.every === 'week' && fields.weekday === null)
    throw invalidField('weekday', say('report.schedule.noWeekday'));
  if (fields.every === 'month' && fields.day === null) throw invalidField('day', say('report.schedule.noDay'));
  await prepareReport(deps, reader, { id: fields.report, asked: fields.parameters });
  const known = await listAdministrators(reader.db, deps.clock(), fields.recipient_ids);
  if (known.length < new Set(fields.recipient_ids).size) throw notFound('administrator');
}

/** Of another kind of rhythm, days do not count. */
const columnsOf = ({ parameters, ...fields }: ReportScheduleFields) => ({
  ...fields,
  weekday: fields.every === 'week' ? fields.weekday : null,
  day: fields.every === 'month' ? fields.day : null,
  parameters: JSON.stringify(parameters),
  recipient_ids: [...new Set(fields.recipient_ids)],
});

/** @throws AppError not_found, validation_failed, conflict */
export async function createSchedule(by: By, fields: ReportScheduleFields): Promise<ReportSchedule> {
  const { deps, reader, caller } = by;
  const owner_id = caller.actor?.id;
  if (owner_id === undefined) throw notFound('administrator');
  await check(by, fields);
  const id = deps.newId();
  return deps.db.transaction().execute(async (tx) => {
    await sql`select from admin where id = ${owner_id} for update`.execute(tx);
    const own = await tx.selectFrom('report_schedule').select('id').where('owner_id', '=', owner_id).execute();
    if (own.length >= maxSchedules)
      throw new AppError('conflict', say('report.schedule.tooMany', { count: own.length }));
    const created_at = deps.clock();
    const next_run_at = nextReportRun(fields, await readZone(tx), created_at);
    await tx
      .insertInto('report_schedule')
      .values({ id, owner_id, language: reader.language, created_at, next_run_at, ...columnsOf(fields) })
      .execute();
    await recordEvent(tx, caller, reportSchedules.create.audit, { id, details: fields });
    return getSchedule({ ...reader, db: tx }, id);
  });
}

/** Holds it until the transaction ends. @throws AppError not_found */
async function hold(tx: Tx, reader: Reader, id: string): Promise<ScheduleRow> {
  await getSchedule({ ...reader, db: tx }, id);
  return tx
    .selectFrom('report_schedule')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow(() => notFound('report_schedule'));
}

type Changed = { fields: ReportScheduleFields; expectedVersion: number | undefined };

/** @throws AppError not_found, validation_failed, conflict, version_conflict */
export async function changeSchedule(
  by: By,
  id: string,
  { fields, expectedVersion }: Changed,
): Promise<ReportSchedule> {
  const { deps, reader, caller } = by;
  await check(by, fields);
  return deps.db.transaction().execute(async (tx) => {
    const before = await hold(tx, reader, id);
    refuseOtherVersion(before.version, expectedVersion, say('report.schedule.changed'));
    const isRunning = before.paused_at === null && before.stopped_at === null;
    await tx
      .updateTable('report_schedule')
      .set({
        ...columnsOf(fields),
        next_run_at: isRunning ? nextReportRun(fields, await readZone(tx), deps.clock()) : null,
        version: before.version + 1,
      })
      .where('id', '=', id)
      .execute();
    const former = Object.fromEntries(
      Object.keys(fields).map((name) => [name, before[name as keyof typeof fields & keyof ScheduleRow]]),
    );
    await recordEvent(tx, caller, reportSchedules.update.audit, { id, details: { before: former, after: fields } });
    return getSchedule({ ...reader, db: tx }, id);
  });
}

/** A run that is due is dropped. @throws AppError not_found */
export async function setPaused({ deps, reader, caller }: By, id: string, isPaused: boolean): Promise<ReportSchedule> {
  return deps.db.transaction().execute(async (tx) => {
    const before = await hold(tx, reader, id);
    const now = deps.clock();
    await tx
      .updateTable('report_schedule')
      .set({
        paused_at: isPaused ? now : null,
        stopped_at: null,
        due_at: null,
        next_run_at: isPaused ? null : nextReportRun(before, await readZone(tx), now),
        version: before.version + 1,
      })
      .where('id', '=', id)
      .execute();
    const action = (isPaused ? reportSchedules.pause : reportSchedules.resume).audit;
    await recordEvent(tx, caller, action, { id, details: { report: before.report } });
    return getSchedule({ ...reader, db: tx }, id);
  });
}

/** @throws AppError not_found */
export async function deleteSchedule({ deps, reader, caller }: By, id: string): Promise<void> {
  await deps.db.transaction().execute(async (tx) => {
    const { report, every, clock, recipient_ids } = await hold(tx, reader, id);
    await tx.deleteFrom('report_schedule').where('id', '=', id).execute();
    await recordEvent(tx, caller, reportSchedules.remove.audit, {
      id,
      details: { report, every, clock, recipient_ids },
    });
  });
}
