import { type Sentence, say } from '@key2xs/texts';
import { told } from '@key2xs/texts/teller';
/** `line` counts lines of the file from 1, `number` counts rows as spreadsheets do. Empty cells at the end are left out. */
export type CsvRow = { line: number; number: number; cells: string[] };

/** What a file may have at most; lengths in characters as they stand in the file. Each is refused as soon as it is passed, not at the end. */
export type CsvLimits = { rows: number; columns: number; cellChars: number; rowChars: number };

/** Why a file cannot be read as CSV, and what to do, for the administrator. */
export class UnreadableCsv extends Error {
  override name = 'UnreadableCsv';
  constructor(readonly sentence: Sentence) {
    super(told(sentence));
  }
}

/** Puts cells and rows together from what is found in a text, within limits. */
export function createCsvRows(limits: CsvLimits) {
  let rows: CsvRow[] = [];
  let cells: string[] = [];
  let cell = '';
  let empty = 0; // cells, since the last filled one
  let rowChars = 0;
  let number = 1;
  let line = 1;
  let rowLine = 1;

  const endCell = (isQuoted: boolean) => {
    if (cells.length + empty >= limits.columns) throw tooManyColumns(rowLine, limits);
    rowChars += cell.length + 1;
    const text = isQuoted ? cell.slice(0, -1).replaceAll('""', '"') : cell;
    cell = '';
    if (text === '') empty++;
    else {
      for (; empty > 0; empty--) cells.push('');
      cells.push(text);
    }
  };

  return {
    /** The line that is being read. */
    line: () => line,
    /** A line break inside a cell. */
    nextLine: () => {
      line++;
    },
    /** A part of the open cell as it stands in the file; `since` is the line it began in. @throws UnreadableCsv */
    keep: (text: string, since: number) => {
      cell = cell === '' ? text : cell + text;
      if (cell.length > limits.cellChars) throw tooLongCell(since, limits);
      if (rowChars + cell.length > limits.rowChars) throw tooLongRow(rowLine, limits);
    },
    /** A quoted one was kept with the mark that closes it. @throws UnreadableCsv */
    endCell,
    /** With what was ended before; a line without a cell is counted and left out. @throws UnreadableCsv */
    endRow: () => {
      if (number > limits.rows) throw tooManyRows(limits);
      if (rowChars > 0) {
        rows.push({ line: rowLine, number, cells });
        cells = [];
        empty = 0;
        rowChars = 0;
      }
      number++;
      rowLine = ++line;
    },
    /** The rows that ended since it was called last. */
    take: (): CsvRow[] => {
      const taken = rows;
      rows = [];
      return taken;
    },
  };
}

const tooLongCell = (line: number, { cellChars }: CsvLimits) =>
  new UnreadableCsv(say('csv.longCell', { line, most: cellChars }));

const tooLongRow = (line: number, { rowChars }: CsvLimits) =>
  new UnreadableCsv(say('csv.longRow', { line, most: rowChars }));

const tooManyColumns = (line: number, { columns }: CsvLimits) =>
  new UnreadableCsv(say('csv.manyColumns', { line, most: columns }));

const tooManyRows = ({ rows }: CsvLimits) => new UnreadableCsv(say('csv.manyRows', { most: rows }));
