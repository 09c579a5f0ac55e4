import { type Sentence, say } from '@key2xs/texts';
import { renderSentence } from '@key2xs/texts/render-sentence';
/**
 * `line` counts lines of the file from 1, `number` counts rows as spreadsheets do. Trailing empty cells are dropped.
 */
export type CsvRow = { line: number; number: number; cells: string[] };

/** Maximums for a file; lengths in characters, quotes included. Reading fails as soon as one is exceeded. */
export type CsvLimits = { rows: number; columns: number; cellChars: number; rowChars: number };

/** Why a file is not readable as CSV, and what the administrator can do. */
export class UnreadableCsv extends Error {
  override name = 'UnreadableCsv';
  constructor(readonly sentence: Sentence) {
    super(renderSentence(sentence));
  }
}

/** Assembles cells and rows within limits. */
export function createCsvRows(limits: CsvLimits) {
  let rows: CsvRow[] = [];
  let cells: string[] = [];
  let cell = '';
  let empty = 0; // empty cells since the last filled one
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
    /** The current line. */
    line: () => line,
    /** A line break inside a cell. */
    nextLine: () => {
      line++;
    },
    /** Adds raw text to the open cell, which began in line `since`. @throws UnreadableCsv */
    keep: (text: string, since: number) => {
      cell = cell === '' ? text : cell + text;
      if (cell.length > limits.cellChars) throw tooLongCell(since, limits);
      if (rowChars + cell.length > limits.rowChars) throw tooLongRow(rowLine, limits);
    },
    /** The text kept for a quoted cell includes the closing quote. @throws UnreadableCsv */
    endCell,
    /** A line without cells is counted but yields no row. @throws UnreadableCsv */
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
    /** The rows completed since the last call. */
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
