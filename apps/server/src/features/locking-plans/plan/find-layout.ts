import { say } from '@key2xs/texts';
import { readMark } from '../sheet/read-mark';
import { type SheetRow, UnreadableSheet } from '../sheet/sheet-row';
import type { Lookup, NamedCylinder, NamedRecord } from './mirror-index';

/** Where a sheet has what. Columns are counted from 0. */
export type Layout = {
  /** The rows that name cylinders; first the one that names most. */
  headers: readonly SheetRow[];
  /** Columns that name the key or person of a row; first the one that names most. */
  labelColumns: readonly number[];
  firstColumn: number;
  /** How many columns have a header, labels included. */
  width: number;
  /** Columns of text among the marks, such as remarks. */
  textColumns: ReadonlySet<number>;
  /** Every later row of the sheet belongs to the plan. */
  lastHeaderRow: number;
};

type Lookups = { cylinder: Lookup<NamedCylinder>; record: Lookup<NamedRecord> };

const maxExtraHeaders = 5;
const maxLabelColumns = 8;
/** Columns of figures beside the labels, which would otherwise pass for marks. */
const figures = /^(?:anzahl|menge|stück|stk\.?|nr\.?|no\.?|number|count|quantity|qty\.?|pos\.?)$/i;

/**
 * Finds the header of a plan in the first rows of its sheet: the row that names most cylinders. Title lines above it,
 * further rows of names around it and several columns of labels are allowed.
 * @throws UnreadableSheet when no row names a cylinder, or the sheet lies on its side
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

/** A sheet with doors in its rows names more cylinders in one of its first columns than in any row. */
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

/** More than half of what stands there are no marks. */
const isMostlyText = (cells: readonly string[]): boolean => {
  const filled = cells.filter((cell) => cell.trim() !== '');
  return filled.filter((cell) => readMark(cell) === 'unclear').length * 2 > filled.length;
};

const isTextIn = ({ cells }: SheetRow, columns: readonly number[]) =>
  isMostlyText(columns.map((at) => cells[at] ?? ''));

const isTextColumn = (body: readonly SheetRow[], column: number) =>
  isMostlyText(body.map(({ cells }) => cells[column] ?? ''));

/** Names a cylinder and gives no right. */
const namesOnly = ({ cells }: SheetRow, { cylinder }: Lookups) =>
  cells.some((cell, column) => column > 0 && cylinder(cell)) && !cells.some((cell) => readMark(cell) === 'right');

/** A title is one cell; names of cylinders are several. */
const isNameRow = (row: SheetRow, named: readonly number[]) =>
  isTextIn(row, named) && named.filter((column) => row.cells[column]?.trim()).length > 1;

function takeWhile<T>(items: readonly T[], holds: (item: T) => boolean): T[] {
  const end = items.findIndex((item) => !holds(item));
  return items.slice(0, end < 0 ? items.length : end);
}

const lastFilled = (cells: readonly string[]) => cells.findLastIndex((cell) => cell.trim() !== '');
