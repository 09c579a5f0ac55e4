import { createHash } from 'node:crypto';
import { maxKeptBytes, type ReportId, type ReportParameters, type reportFormats, reports } from '@key2xs/contract';
import { type Sentence, say } from '@key2xs/texts';
import { renderSentence } from '@key2xs/texts/render-sentence';
import { recordEvent } from '#platform/audit/audit';
import type { Caller, Deps } from '#platform/deps';
import { AppError } from '#platform/errors';
import type { FileDownload } from '#platform/http/file-download';
import type { Reader } from '#platform/visible-to';
import { asCsv } from './formats/csv';
import { asPdf } from './formats/pdf';
import type { ReportFile } from './formats/report-file';
import { asWorkbook } from './formats/xlsx';
import { allRows, type ReadRow } from './read-rows';
import { prepareReport } from './service';

export type Export = { id: ReportId; format: (typeof reportFormats)[number]; asked: ReportParameters };
type For = { reader: Reader; madeBy: string; signal: AbortSignal };

/** A report as a file. @throws AppError not_found, validation_failed, conflict, overloaded */
export async function exportReport(
  deps: Deps,
  { reader, caller, signal }: { reader: Reader; caller: Caller; signal: AbortSignal },
  { id, format, asked }: Export,
): Promise<FileDownload> {
  const file = await fileOf(deps, { reader, madeBy: caller.name }, { id, asked });
  const fileName = fileNameOf(id, format, file.at);
  await deps.db
    .transaction()
    .execute((tx) =>
      recordEvent(tx, caller, reports.export.audit, { id, details: { file: fileName, format, ...asked } }),
    );
  return { ...(await written(deps, file, { format, signal })), fileName };
}

/** A report as a file in memory, and what it says of itself. */
export type RenderedReport = Omit<FileDownload, 'content'> & {
  title: string;
  chosen: string[];
  at: Date;
  content: Buffer;
  sha256: string;
  rows: number;
  /** Each text of its cells once, in lower case, a line each. */
  cells: string;
};

/** @throws AppError not_found, validation_failed, conflict where it is too large, overloaded */
export async function renderReport(deps: Deps, wanted: For, { id, format, asked }: Export): Promise<RenderedReport> {
  const file = await fileOf(deps, wanted, { id, asked });
  const texts = new Set<string>();
  let rows = 0;
  const counted = async function* (): AsyncGenerator<ReadRow> {
    for await (const row of file.rows()) {
      rows++;
      for (const value of row.values) if (typeof value === 'string') texts.add(value.toLowerCase());
      yield row;
    }
  };
  const { content, contentType } = await written(deps, { ...file, rows: counted }, { format, signal: wanted.signal });
  const bytes = await collect(content);
  return {
    ...{ contentType, fileName: fileNameOf(id, format, file.at), title: file.title, chosen: [...file.parameters] },
    ...{ at: file.at, content: bytes, sha256: createHash('sha256').update(bytes).digest('hex') },
    ...{ rows, cells: [...texts].join('\n') },
  };
}

async function collect(content: FileDownload['content']): Promise<Buffer> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of Buffer.isBuffer(content) ? [content] : content) {
    const read = Buffer.from(part);
    bytes += read.length;
    if (bytes > maxKeptBytes)
      throw new AppError('conflict', say('report.tooLarge', { megabytes: maxKeptBytes / 2 ** 20 }));
    parts.push(read);
  }
  return Buffer.concat(parts);
}

const fileNameOf = (id: ReportId, format: Export['format'], at: Date) =>
  `${id.replaceAll('_', '-')}-${at.toISOString().slice(0, 10)}.${format}`;

type Writing = Pick<Export, 'format'> & Pick<For, 'signal'>;

async function written(
  { runner }: Deps,
  file: ReportFile,
  { format, signal }: Writing,
): Promise<Omit<FileDownload, 'fileName'>> {
  if (format === 'csv') return asCsv(file);
  return format === 'xlsx' ? asWorkbook(file) : asPdf(runner, file, { signal });
}

/** @throws AppError not_found, validation_failed, conflict */
export async function fileOf(
  deps: Deps,
  { reader, madeBy }: Omit<For, 'signal'>,
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
    madeBy,
    rows: () => allRows(prepared),
    text,
  };
}
