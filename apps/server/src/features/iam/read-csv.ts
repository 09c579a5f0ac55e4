import { parse } from 'csv-parse';
import { AppError } from '#platform/errors';

export type CsvRow = { line: number; cells: string[] };

const maxRowBytes = 1_000_000;
const separators = [',', ';', '\t'] as const;

/**
 * Reads CSV as it arrives, a batch of rows for each piece, so that a large file neither fills memory nor holds up other
 * requests. The first row is the header. The separator (comma, semicolon or tab) is the one the header has most of.
 * @throws AppError validation_failed with the line: not UTF-8, broken quotes, an endless row
 */
export async function* readCsv(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<CsvRow[]> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let parser: ReturnType<typeof startParser> | undefined;
  let head = '';
  for await (const piece of pieces) {
    const text = decode(decoder, piece);
    if (!parser) {
      head += text;
      if (!head.includes('\n') && head.length < maxRowBytes) continue;
      parser = startParser(head);
      parser.write(head);
    } else parser.write(text);
    const rows = parser.take();
    if (rows.length > 0) yield rows;
  }
  const tail = decode(decoder);
  parser ??= startParser(head);
  const rows = await parser.end(parser.isFresh() ? head + tail : tail);
  if (rows.length > 0) yield rows;
}

function decode(decoder: InstanceType<typeof TextDecoder>, piece?: Uint8Array): string {
  try {
    return piece ? decoder.decode(piece, { stream: true }) : decoder.decode();
  } catch (cause) {
    const detail = 'This file is not UTF-8. Save it as "CSV UTF-8" and upload it again.';
    throw new AppError('validation_failed', detail, { errors: [{ path: 'file', message: detail }] }, { cause });
  }
}

function separatorOf(head: string): string {
  const header = head.replaceAll(/"[^"]*"/g, '').split(/[\r\n]/, 1)[0] ?? '';
  const count = (separator: string) => header.split(separator).length;
  return separators.reduce((best, next) => (count(next) > count(best) ? next : best));
}

function startParser(head: string) {
  const parser = parse({
    bom: true,
    delimiter: separatorOf(head),
    info: true,
    max_record_size: maxRowBytes,
    relax_column_count: true,
    skip_empty_lines: true,
  });
  let failure: Error | undefined;
  let hasBegun = false;
  parser.on('error', (error) => {
    failure = error;
  });
  const take = (): CsvRow[] => {
    const rows: CsvRow[] = [];
    for (let next = parser.read(); next !== null; next = parser.read()) {
      rows.push({ line: next.info.lines, cells: next.record });
    }
    if (failure) throw unreadable(failure);
    return rows;
  };
  return {
    isFresh: () => !hasBegun,
    write: (text: string) => {
      hasBegun = true;
      parser.write(text);
    },
    take,
    end: async (text: string): Promise<CsvRow[]> => {
      const rows: CsvRow[] = [];
      parser.end(text);
      try {
        for await (const { info, record } of parser) rows.push({ line: info.lines, cells: record });
      } catch (error) {
        throw unreadable(error instanceof Error ? error : new Error(String(error)));
      }
      return rows;
    },
  };
}

function unreadable(cause: Error & { lines?: number }): AppError {
  const place = cause.lines === undefined ? '' : ` near line ${cause.lines}`;
  const detail = `This file cannot be read as CSV${place}. Check the quotation marks there, then upload it again.`;
  return new AppError('validation_failed', detail, { errors: [{ path: 'file', message: detail }] }, { cause });
}
