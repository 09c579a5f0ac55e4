import { Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { type SheetRow, UnreadableSheet } from './sheet-row';

const separators = [',', ';', '\t'] as const;
const pieceChars = 65_536;
const maxRowBytes = 8_000_000;

/**
 * The filled rows of CSV text. The separator (comma, semicolon or tab) is the one its first lines have most of, unless
 * the first line names it as Excel does (`sep=;`).
 * @throws UnreadableSheet broken quotation marks, an endless row
 */
export async function* readDelimited(text: string): AsyncGenerator<SheetRow[]> {
  const [first = '', named] = /^sep=([,;\t])\r?\n/.exec(text) ?? [];
  const parser = parse({
    delimiter: named ?? separatorOf(text),
    relax_column_count: true,
    max_record_size: maxRowBytes,
  });
  let number = 0;
  let batch: SheetRow[] = [];
  try {
    for await (const cells of Readable.from(piecesOf(text, first.length)).pipe(parser)) {
      number++;
      const row = cells as string[]; // without `columns`, csv-parse makes lists of texts
      if (row.some((cell) => cell.trim() !== '')) batch.push({ number, cells: row });
      if (batch.length < 100) continue;
      yield batch;
      batch = [];
    }
  } catch (cause) {
    throw unreadable(cause, number + 1);
  }
  yield batch;
}

function* piecesOf(text: string, start: number) {
  for (let at = start; at < text.length; at += pieceChars) yield text.slice(at, at + pieceChars);
}

function separatorOf(text: string): string {
  const head = text
    .slice(0, 200_000)
    .split(/\r\n|\r|\n/, 20)
    .join('\n')
    .replaceAll(/"[^"]*"/g, '');
  const count = (separator: string) => head.split(separator).length;
  return separators.reduce((best, next) => (count(next) > count(best) ? next : best));
}

function unreadable(cause: unknown, row: number): unknown {
  if (!(cause instanceof CsvError)) return cause;
  const detail = `This file cannot be read as CSV near row ${row}. Check the quotation marks there, then upload it again.`;
  return new UnreadableSheet(detail, { cause });
}
