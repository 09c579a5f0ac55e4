import { say } from '@key2xs/texts';
import type { FileDownload } from '#platform/http/file-download';
import { type SheetCell, workbookType, writeWorkbook } from '#platform/xlsx/write-workbook';
import { factsOf, type ReportFile } from './report-file';

/** A sheet of the rows with real numbers and moments, and one of what the file says of itself. */
export function asWorkbook(file: ReportFile): Omit<FileDownload, 'fileName'> {
  const { title, columns, at, text } = file;
  const print = { header: title, footer: at.toISOString() };
  let count = 0;
  async function* rows(): AsyncGenerator<SheetCell[]> {
    yield columns.map((column) => (column.kind === 'moment' ? `${column.title} (UTC)` : column.title));
    for await (const { values } of file.rows()) {
      count++;
      yield values.map((value) => value ?? '');
    }
  }
  // Read after the sheet before it, so that it knows how many rows that has.
  async function* facts(): AsyncGenerator<SheetCell[]> {
    yield [title];
    for (const [label, value] of factsOf(file, count)) yield [label, value];
  }
  const widths = { frozen: [30], others: 22 };
  return {
    contentType: workbookType,
    content: writeWorkbook([
      { name: title, head: 'level', frozen: { rows: 1, columns: 1 }, widths, align: 'left', print, rows: rows() },
      {
        name: text(say('report.fact.sheet')),
        head: 'level',
        frozen: { rows: 1, columns: 1 },
        widths: { frozen: [30], others: 90 },
        align: 'left',
        print,
        rows: facts(),
      },
    ]),
  };
}
