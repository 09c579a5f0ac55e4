import { maxStaffListRows } from '@key2xs/contract';
import { say } from '@key2xs/texts';
import { createCsvReader, separatorOf } from '#platform/csv/csv-reader';
import { type CsvLimits, type CsvRow, UnreadableCsv } from '#platform/csv/csv-rows';
import { invalidField } from '#platform/errors';

/** Twice the rows: some programs put an empty line below each. A cell holds as many groups as a person may have. */
const limits: CsvLimits = { rows: 2 * maxStaffListRows + 2, columns: 200, cellChars: 24_000, rowChars: 65_536 };
/** Small enough that handling a batch does not block other requests. */
const batchRows = 500;
const batchChars = 262_144;

/**
 * Reads a staff list as it arrives, in batches of rows. The first row is the header; the most frequent of comma,
 * semicolon and tab in it is the separator.
 * @throws AppError validation_failed with the line and what to do: not UTF-8, broken quotes, over a limit
 */
export async function* readCsv(pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): AsyncGenerator<CsvRow[]> {
  const parse = createParser();
  let rows: CsvRow[] = [];
  let chars = 0;
  for await (const text of decode(pieces)) {
    rows.push(...parse(text));
    let taken = 0;
    for (; rows.length - taken >= batchRows; taken += batchRows) yield rows.slice(taken, taken + batchRows);
    rows = rows.slice(taken);
    chars = taken > 0 ? 0 : chars + text.length;
    if (rows.length === 0 || chars < batchChars) continue;
    yield rows;
    rows = [];
    chars = 0;
  }
  rows.push(...parse());
  if (rows.length > 0) yield rows;
}

/** Buffers until the first line is complete, to find the separator. Call without text at the end. */
function createParser(): (text?: string) => CsvRow[] {
  let reader: ReturnType<typeof createCsvReader> | undefined;
  let head = '';
  return (text) => {
    try {
      if (reader) return text === undefined ? reader.end() : reader.read(text);
      head += text ?? '';
      if (text !== undefined && !/[\r\n]/.test(head) && head.length <= limits.rowChars) return [];
      reader = createCsvReader(separatorOf(head, 1), limits);
      const rows = reader.read(head);
      return text === undefined ? [...rows, ...reader.end()] : rows;
    } catch (error) {
      throw error instanceof UnreadableCsv ? invalidField('file', error.sentence) : error;
    }
  };
}

const pieceBytes = 65_536;

async function* decode(pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const piece of pieces) {
      for (let at = 0; at < piece.length; at += pieceBytes) {
        yield decoder.decode(piece.subarray(at, at + pieceBytes), { stream: true });
      }
    }
    yield decoder.decode();
  } catch (error) {
    const isNoText =
      error instanceof TypeError && 'code' in error && error.code === 'ERR_ENCODING_INVALID_ENCODED_DATA';
    throw isNoText ? notUtf8() : error;
  }
}

export const notUtf8 = () => invalidField('file', say('staffList.notUtf8'));
