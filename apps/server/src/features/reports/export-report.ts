import { type ReportId, type ReportParameters, type reportFormats, reports } from '@key2xs/contract';
import { type Sentence, say } from '@key2xs/texts';
import { renderSentence } from '@key2xs/texts/render-sentence';
import { recordEvent } from '#platform/audit/audit';
import type { Caller, Deps } from '#platform/deps';
import type { FileDownload } from '#platform/http/file-download';
import type { Reader } from '#platform/visible-to';
import { asCsv } from './formats/csv';
import { asPdf } from './formats/pdf';
import type { ReportFile } from './formats/report-file';
import { asWorkbook } from './formats/xlsx';
import { allRows } from './read-rows';
import { prepareReport } from './service';

export type Export = { id: ReportId; format: (typeof reportFormats)[number]; asked: ReportParameters };

/** A report as a file. @throws AppError not_found, validation_failed, conflict, overloaded */
export async function exportReport(
  deps: Deps,
  { reader, caller, signal }: { reader: Reader; caller: Caller; signal: AbortSignal },
  { id, format, asked }: Export,
): Promise<FileDownload> {
  const file = await fileOf(deps, { reader, caller }, { id, asked });
  const fileName = `${id.replaceAll('_', '-')}-${file.at.toISOString().slice(0, 10)}.${format}`;
  await deps.db
    .transaction()
    .execute((tx) =>
      recordEvent(tx, caller, reports.export.audit, { id, details: { file: fileName, format, ...asked } }),
    );
  if (format === 'csv') return { ...asCsv(file), fileName };
  if (format === 'xlsx') return { ...asWorkbook(file), fileName };
  return { ...(await asPdf(deps.runner, file, { signal })), fileName };
}

async function fileOf(
  deps: Deps,
  { reader, caller }: { reader: Reader; caller: Caller },
  { id, asked }: Pick<Export, 'id' | 'asked'>,
): Promise<ReportFile> {
  const prepared = await prepareReport(deps, reader, { id, asked });
  const { report, context, said } = prepared;
  const text = (sentence: Sentence) => renderSentence(sentence, reader.language);
  const notes = (await report.notes?.(context)) ?? [];
  return {
    title: text(say(`report.title.${id}`)),
    columns: report.columns.map(({ title, kind }) => ({ title: text(title), kind })),
    parameters: said.map(text),
    notes: notes.map(text),
    at: context.now,
    madeBy: caller.name,
    rows: () => allRows(prepared),
    text,
  };
}
