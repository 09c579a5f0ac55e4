import { type KeptReport, keptReports, maxKeptListed, type ReportId } from '@key2xs/contract';
import { say } from '@key2xs/texts';
import { type RawBuilder, sql } from 'kysely';
import { recordEvent, recordEvents } from '#platform/audit/audit';
import type { Caller, Deps, Scope, Tx } from '#platform/deps';
import { AppError, notFound } from '#platform/errors';
import type { FileDownload } from '#platform/http/file-download';
import { accountsOf, type Reader } from '#platform/visible-to';
import { type Export, type RenderedReport, renderReport } from '../export-report';
import { reportsFor } from '../registry';

const dayMs = 86_400_000;

/**
 * Its maker, those it was sent to, and super admins: as long as they may read the report, and their scope has all that the maker's
 * had.
 */
function isSeen(reader: Reader): RawBuilder<boolean> {
  const { viewer } = reader;
  const own = sql`${accountsOf(viewer)}::uuid[]`;
  const isTheirs =
    viewer.role === 'superadmin'
      ? sql`true`
      : sql`(kept_report.maker_id = any(${own}) or ${own} && kept_report.reader_ids)`;
  return sql<boolean>`(${isTheirs} and kept_report.report = any(${reportsFor(reader).map((one) => one.id)}::text[])
    and ${isCovered(viewer.scope)})`;
}

/** Whether a scope has all that another one had: then nothing is shown that is outside of it. */
function isCovered(scope: Scope | null): RawBuilder<boolean> {
  if (scope === null) return sql<boolean>`true`;
  const within = (name: keyof Scope) => {
    const own = scope[name];
    return own === null ? sql`true` : sql`kept_report.scope -> ${sql.lit(name)} <@ ${JSON.stringify(own)}::jsonb`;
  };
  return sql<boolean>`coalesce(kept_report.scope is not null and ${within('departments')} and ${within('places')}, false)`;
}

const shownColumns = [
  ...(['id', 'report', 'title', 'format', 'chosen', 'rows', 'file_name', 'bytes', 'sha256'] as const),
  ...(['made_at', 'made_by', 'maker_id', 'schedule_id', 'due_at', 'keep_until', 'erased_at'] as const),
];

const selectKept = (reader: Reader) => reader.db.selectFrom('kept_report').select(shownColumns).where(isSeen(reader));

type Row = Awaited<ReturnType<ReturnType<typeof selectKept>['executeTakeFirstOrThrow']>>;

const present = ({ viewer }: Reader, { maker_id, schedule_id: _, due_at, ...row }: Row): KeptReport => ({
  ...row,
  made_at: row.made_at.toISOString(),
  is_scheduled: due_at !== null,
  keep_until: row.keep_until.toISOString(),
  erased_at: row.erased_at?.toISOString() ?? null,
  can_delete: viewer.role === 'superadmin' || (maker_id !== null && accountsOf(viewer).includes(maker_id)),
});

export async function listKept(reader: Reader): Promise<{ items: KeptReport[]; total: number }> {
  const rows = await selectKept(reader).orderBy('made_at', 'desc').orderBy('id').limit(maxKeptListed).execute();
  const { total } = await reader.db
    .selectFrom('kept_report')
    .select(sql<number>`count(*)::int`.as('total'))
    .where(isSeen(reader))
    .executeTakeFirstOrThrow();
  return { items: rows.map((row) => present(reader, row)), total };
}

/** @throws AppError not_found */
async function getKept(reader: Reader, id: string): Promise<KeptReport> {
  const row = await selectKept(reader).where('id', '=', id).executeTakeFirst();
  if (!row) throw notFound('kept_report');
  return present(reader, row);
}

/** What a result is kept with. */
export type Keeping = {
  id: string;
  rendered: RenderedReport;
  wanted: Export;
  maker: { id: string | null; name: string; scope: Scope | null };
  days: number;
  /** Of a run of a schedule. */
  run?: { schedule_id: string; due_at: Date; reader_ids: string[] };
};

/** @returns false where that run of the schedule has its result */
export async function insertKept(tx: Tx, { id, rendered, wanted, maker, days, run }: Keeping): Promise<boolean> {
  const { at, content, contentType: content_type, fileName: file_name, ...said } = rendered;
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('kept_report')
    .values({
      ...{ id, report: wanted.id, format: wanted.format, parameters: JSON.stringify(wanted.asked), ...said },
      ...{ bytes: content.length, content, content_type, file_name, made_at: at, made_by: maker.name },
      ...{ maker_id: maker.id, scope: maker.scope && JSON.stringify(maker.scope), reader_ids: run?.reader_ids ?? [] },
      ...{ schedule_id: run?.schedule_id ?? null, due_at: run?.due_at ?? null },
      keep_until: new Date(at.getTime() + days * dayMs),
    })
    .onConflict((conflict) => conflict.columns(['schedule_id', 'due_at']).doNothing())
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** For the administration log. */
export const auditedOf = ({ rendered, wanted, days }: Pick<Keeping, 'rendered' | 'wanted' | 'days'>) => ({
  ...{ report: wanted.id, format: wanted.format, file: rendered.fileName, rows: rendered.rows },
  ...{ sha256: rendered.sha256, days_kept: days, ...wanted.asked },
});

type By = { reader: Reader; caller: Caller; signal: AbortSignal };

/** @throws AppError not_found, validation_failed, conflict, overloaded */
export async function keepReport(
  deps: Deps,
  { reader, caller, signal }: By,
  { days, ...wanted }: Export & { days: number },
): Promise<KeptReport> {
  const rendered = await renderReport(deps, { reader, madeBy: caller.name, signal }, wanted);
  const maker = { id: caller.actor?.id ?? null, name: caller.name, scope: reader.viewer.scope };
  const id = deps.newId();
  return deps.db.transaction().execute(async (tx) => {
    await insertKept(tx, { id, rendered, wanted, maker, days });
    await recordEvent(tx, caller, keptReports.keep.audit, { id, details: auditedOf({ rendered, wanted, days }) });
    return getKept({ ...reader, db: tx }, id);
  });
}

/** @throws AppError not_found, conflict once it is erased */
export async function downloadKept({ db }: Deps, reader: Reader, caller: Caller, id: string): Promise<FileDownload> {
  const kept = await getKept(reader, id);
  const { content, content_type } = await db
    .selectFrom('kept_report')
    .select(['content', 'content_type'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow(() => notFound('kept_report'));
  if (content === null) throw new AppError('conflict', say('report.isErased'));
  const details = { report: kept.report, file: kept.file_name, sha256: kept.sha256 };
  await db.transaction().execute((tx) => recordEvent(tx, caller, keptReports.file.audit, { id, details }));
  return { fileName: kept.file_name, contentType: content_type, content, tag: kept.sha256.slice(0, 32) };
}

/** @throws AppError not_found, forbidden for another's */
export async function deleteKept({ db }: Deps, reader: Reader, caller: Caller, id: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { can_delete, report, file_name: file, sha256, rows } = await getKept({ ...reader, db: tx }, id);
    if (!can_delete) throw new AppError('forbidden', say('report.notOwn'));
    await tx.deleteFrom('kept_report').where('id', '=', id).execute();
    await recordEvent(tx, caller, keptReports.remove.audit, { id, details: { report, file, sha256, rows } });
  });
}

const deletedAtOnce = 200;

/** Deletes what has been kept for its time, and records it. */
export async function deleteOldKept(deps: Pick<Deps, 'db' | 'clock' | 'signEvent'>): Promise<void> {
  const caller: Caller = { actor: undefined, name: 'retention', request_id: null, sign: deps.signEvent };
  for (;;) {
    const deleted = await deps.db.transaction().execute(async (tx) => {
      const { rows } = await sql<{ id: string; report: ReportId; file: string; sha256: string }>`
        delete from kept_report where id in (
          select id from kept_report where keep_until <= ${deps.clock()} order by keep_until limit ${deletedAtOnce}
          for update skip locked)
        returning id, report, file_name as file, sha256`.execute(tx);
      const events = rows.map(({ id, ...details }) => ({ id, details: { ...details, reason: 'retention' } }));
      await recordEvents(tx, caller, keptReports.remove.audit, events);
      return rows.length;
    });
    if (deleted < deletedAtOnce) return;
  }
}
