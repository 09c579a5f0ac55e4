import { say } from '@key2xs/texts';
import { type CsvLimits, type CsvRow, createCsvRows, UnreadableCsv } from './csv-rows';

const quote = 0x22;
const lineFeed = 0x0a;
const carriageReturn = 0x0d;
const separators = [',', ';', '\t'] as const;

/** Comma, semicolon or tab: the most frequent outside quotes in the first `lines` lines. */
export function separatorOf(text: string, lines: number): string {
  const head = text
    .replaceAll(/"[^"]*"/g, '')
    .split(/\r\n|\r|\n/, lines)
    .join('\n');
  const count = (separator: string) => head.split(separator).length;
  return separators.reduce((best, next) => (count(next) > count(best) ? next : best));
}

export type CsvReader = {
  /** The rows completed by this piece. @throws UnreadableCsv */
  read(piece: string): CsvRow[];
  /** The last row, if no line break ended it. @throws UnreadableCsv */
  end(): CsvRow[];
};

/**
 * Reads CSV (RFC 4180) piece by piece in linear time. Lines end in LF, CRLF or CR; an empty line is no row. A cell is
 * quoted as a whole or not at all.
 */
export function createCsvReader(separator: string, limits: CsvLimits): CsvReader {
  const mark = separator.charCodeAt(0);
  const { line, nextLine, keep, endCell, endRow, take } = createCsvRows(limits);
  let state: 'empty' | 'start' | 'plain' | 'quoted' | 'closed' = 'empty';
  let since = 1; // line where the open cell began
  let isAfterReturn = false;

  const endLine = () => {
    if (state !== 'empty') endCell(state === 'closed');
    endRow();
    state = 'empty';
  };

  const read = (piece: string): CsvRow[] => {
    let from = 0; // start of the part of the open cell not kept yet
    for (let at = 0; at < piece.length; at++) {
      const code = piece.charCodeAt(at);
      const isSecondHalf = isAfterReturn && code === lineFeed; // of CRLF
      isAfterReturn = code === carriageReturn;
      const isBreak = code === lineFeed || isAfterReturn;
      if (state === 'quoted') {
        if (code === quote) state = 'closed';
        else if (isBreak && !isSecondHalf) nextLine();
      } else if (isBreak || code === mark) {
        if (isSecondHalf) continue;
        if (state === 'plain' || state === 'closed') keep(piece.slice(from, at), since);
        if (isBreak) endLine();
        else {
          endCell(state === 'closed');
          state = 'start';
        }
      } else if (state === 'empty' || state === 'start') {
        since = line();
        state = code === quote ? 'quoted' : 'plain';
        from = code === quote ? at + 1 : at;
      } else if (state === 'closed' && code === quote) state = 'quoted';
      else if (state === 'closed' || code === quote) throw oddQuote(line());
    }
    if (state !== 'empty' && state !== 'start') keep(piece.slice(from), since);
    return take();
  };

  const end = (): CsvRow[] => {
    if (state === 'quoted') throw openQuote(since);
    if (state !== 'empty') endLine();
    return take();
  };

  return { read, end };
}

const oddQuote = (line: number) => new UnreadableCsv(say('csv.oddQuote', { line }));

const openQuote = (line: number) => new UnreadableCsv(say('csv.openQuote', { line }));
