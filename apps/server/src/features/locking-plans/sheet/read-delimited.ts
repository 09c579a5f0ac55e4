import { createCsvReader, separatorOf } from '#platform/csv/csv-reader';
import { type CsvLimits, type CsvRow, UnreadableCsv } from '#platform/csv/csv-rows';
import { type SheetRow, UnreadableSheet } from './sheet-row';

/** A plan has at most 100,000 rows and 20,000 cylinders; beside them captions, empty rows and labels. */
const limits: CsvLimits = { rows: 200_000, columns: 20_100, cellChars: 32_767, rowChars: 1_000_000 };
const pieceChars = 65_536;
/** Lines searched for the separator. */
const headLines = 20;
const headChars = 200_000;

/**
 * The filled rows of CSV text. The separator (comma, semicolon or tab) is the most frequent one in the first lines,
 * unless the first line names it as Excel does (`sep=;`).
 * @throws UnreadableSheet broken quotation marks, over a limit
 */
export function* readDelimited(text: string): Generator<SheetRow[]> {
  const [first = '', named] = /^sep=([,;\t])\r?\n/.exec(text) ?? [];
  const reader = createCsvReader(named ?? separatorOf(text.slice(0, headChars), headLines), limits);
  try {
    for (let at = first.length; at < text.length; at += pieceChars) {
      yield filled(reader.read(text.slice(at, at + pieceChars)));
    }
    yield filled(reader.end());
  } catch (error) {
    throw error instanceof UnreadableCsv ? new UnreadableSheet(error.sentence, { cause: error }) : error;
  }
}

const filled = (rows: CsvRow[]): SheetRow[] =>
  rows.filter(({ cells }) => cells.some((cell) => cell !== '' && cell.trim() !== ''));
