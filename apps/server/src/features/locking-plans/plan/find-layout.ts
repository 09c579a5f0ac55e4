import { say } from '@key2xs/texts';
import { readMark } from '../sheet/read-mark';
import { type SheetRow, UnreadableSheet } from '../sheet/sheet-row';
import type { Lookup, NamedCylinder, NamedRecord } from './mirror-index';

/** The layout of a sheet. Columns count from 0. */
export type Layout = {
  /** Rows that name cylinders, the one with most first. */
  headers: readonly SheetRow[];
  /** Columns that name the key or person of a row, the one with most first. */
  labelColumns: readonly number[];
  firstColumn: number;
  /** Number of columns with a header, labels included. */
  width: number;
  /** Columns of text among the marks, such as remarks. */
  textColumns: ReadonlySet<number>;
  /** Every row after this belongs to the plan. */
  lastHeaderRow: number;
};

type Lookups = { cylinder: Lookup<NamedCylinder>; record: Lookup<NamedRecord> };

const maxExtraHeaders = 5;
const maxLabelColumns = 8;
/** Headers of number columns, whose 0 and 1 would otherwise count as marks. */
const figures = /^(?:anzahl|menge|stück|stk\.?|nr\.?|no\.?|number|count|quantity|qty\.?|pos\.?)$/i;

/**
 * Finds a plan's header in the first rows of its sheet: the row that names most cylinders. There may be title lines
 * above it, more rows of names around it, and several label columns.
 * @throws UnreadableSheet when no row names a cylinder, or the sheet has cylinders as rows
 */
export function findLayout(head: readonly SheetRow[], lookups: Lookups): Layout {
  const hits = head.map(({ cells }) => cells.filter((cell) => lookups.cylinder(cell)).length);
  const most = Math.max(0, ...hits);
  const at = hits.indexOf(most);
  const header = head[at];
  refuseSideways(head, most, lookups);
  if (!header || most === 0) throw new UnreadableSheet(say('sheet.noHeader'));
  const named = header.cells.flatMap((cell, column) => (lookups.cylinder(cell) ? [column] : []));
  const isHeader = (row: SheetRow) =>
    (isTextIn(row, named) || namesOnly(row, lookups)) && !row.cells.slice(0, named[0]).some(lookups.record);
  const below = takeWhile(head.slice(at + 1), isHeader).slice(0, maxExtraHeaders);
  const above = takeWhile(head.slice(0, at).reverse(), (row) => isNameRow(row, named)).slice(0, maxExtraHeaders);
  const headers = [header, ...above, ...below];
  const body = head.slice(at + 1 + below.length);
  const width = Math.max(...headers.map(({ cells }) => lastFilled(cells) + 1));
  const isText = (column: number) => isTextColumn(body, column);
  const firstColumn = firstCylinderColumn(header, { named, isText });
  const isNamed = new Set(named);
  const later = Array.from({ length: width - firstColumn }, (_, index) => firstColumn + index);
  return {
    headers,
    labelColumns: byHits(body, firstColumn, lookups),
    firstColumn,
    width,
    textColumns: new Set(later.filter((column) => !isNamed.has(column) && isText(column))),
    lastHeaderRow: (below.at(-1) ?? header).number,
  };
}

/** Refuses sheets with cylinders as rows: there, one of the first columns names more cylinders than any row. */
function refuseSideways(head: readonly SheetRow[], most: number, { cylinder }: Lookups): void {
  const inColumn = (column: number) => head.filter(({ cells }) => cylinder(cells[column] ?? '')).length;
  const mostInColumn = Math.max(...Array.from({ length: maxLabelColumns }, (_, column) => inColumn(column)));
  if (mostInColumn > Math.max(1, most)) throw new UnreadableSheet(say('sheet.sideways'));
}

function firstCylinderColumn(
  { cells }: SheetRow,
  { named, isText }: { named: readonly number[]; isText: (column: number) => boolean },
): number {
  const first = named[0] ?? 0;
  if (first === 0) throw new UnreadableSheet(say('sheet.noLabels'));
  const isLabel = (column: number) => {
    const header = cells[column]?.trim() ?? '';
    return column === 0 || header === '' || figures.test(header) || isText(column);
  };
  const columns = Array.from({ length: Math.min(first, maxLabelColumns) }, (_, column) => column);
  return columns.find((column) => !isLabel(column)) ?? columns.length;
}

function byHits(body: readonly SheetRow[], count: number, { record }: Lookups): number[] {
  const hits = (column: number) => body.filter(({ cells }) => record(cells[column] ?? '')).length;
  return Array.from({ length: count }, (_, column) => ({ column, hits: hits(column) }))
    .sort((a, b) => b.hits - a.hits)
    .map(({ column }) => column);
}

/** More than half of the filled cells are no marks. */
const isMostlyText = (cells: readonly string[]): boolean => {
  const filled = cells.filter((cell) => cell.trim() !== '');
  return filled.filter((cell) => readMark(cell) === 'unclear').length * 2 > filled.length;
};

const isTextIn = ({ cells }: SheetRow, columns: readonly number[]) =>
  isMostlyText(columns.map((at) => cells[at] ?? ''));

const isTextColumn = (body: readonly SheetRow[], column: number) =>
  isMostlyText(body.map(({ cells }) => cells[column] ?? ''));

/** Whether a row names a cylinder and gives no right. */
const namesOnly = ({ cells }: SheetRow, { cylinder }: Lookups) =>
  cells.some((cell, column) => column > 0 && cylinder(cell)) && !cells.some((cell) => readMark(cell) === 'right');

/** A title has one filled cell, a row of cylinder names several. */
const isNameRow = (row: SheetRow, named: readonly number[]) =>
  isTextIn(row, named) && named.filter((column) => row.cells[column]?.trim()).length > 1;

function takeWhile<T>(items: readonly T[], holds: (item: T) => boolean): T[] {
  const end = items.findIndex((item) => !holds(item));
  return items.slice(0, end < 0 ? items.length : end);
}

const lastFilled = (cells: readonly string[]) => cells.findLastIndex((cell) => cell.trim() !== '');
