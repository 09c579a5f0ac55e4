import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { say } from '@key2xs/texts';
import { stringify } from 'csv-stringify/sync';
import { type Cell, csvType, harmless, writeCsv } from '#platform/csv/csv-download';
import type { FileDownload } from '#platform/http/file-download';
import type { ReadRow } from '../read-rows';
import { factsOf, type ReportFile } from './report-file';

/** Columns and rows come first; after an empty line, what the file says of itself, and the hash of all lines before that. */
export function asCsv(file: ReportFile): Omit<FileDownload, 'fileName'> {
  return { contentType: csvType, content: Readable.from(partsOf(file)) };
}

async function* partsOf(file: ReportFile): AsyncGenerator<Buffer | string> {
  let rows = 0;
  const hash = createHash('sha256');
  const counted = async function* () {
    for await (const row of file.rows()) {
      rows++;
      yield row;
    }
  };
  for await (const part of tableOf(file, counted())) {
    hash.update(part);
    yield part;
  }
  const facts = [...factsOf(file, rows), [file.text(say('report.fact.hash')), hash.digest('hex')]];
  yield `\n${stringify(facts.map((cells) => cells.map(harmless)))}`;
}

/** The lines of columns and rows, as bytes. */
export const tableOf = ({ columns }: ReportFile, rows: AsyncIterable<ReadRow>): AsyncIterable<Buffer> =>
  writeCsv({ header: columns.map(({ title }) => title), rows: cellsOf(rows) });

async function* cellsOf(rows: AsyncIterable<ReadRow>): AsyncGenerator<Cell[]> {
  for await (const { values } of rows) {
    yield values.map((value) => (value instanceof Date ? value.toISOString() : value));
  }
}
