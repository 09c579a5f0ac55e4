import type { MatrixLine, planMatrix, Side } from '@key2xs/contract';
import { type Sentence, say } from '@key2xs/texts';
import { renderSentence } from '@key2xs/texts/render-sentence';
import type { z } from 'zod';
import { recordEvent } from '#platform/audit/audit';
import { csvType, writeCsv } from '#platform/csv/csv-download';
import type { Caller, Deps } from '#platform/deps';
import type { FileDownload } from '#platform/http/file-download';
import { mapInSlices } from '#platform/in-slices';
import { gridPages } from '#platform/pdf/pdf-grid';
import { printGrid } from '#platform/pdf/print-pdf';
import type { Reader } from '#platform/visible-to';
import { workbookLimits, workbookType, writeWorkbook } from '#platform/xlsx/write-workbook';
import type { KeyPlanRow } from '../../../plans/service';
import type { ReadLayout } from '../kept-layouts';
import type { MadeMatrix } from '../make-matrix';
import { columnsIn } from '../matrix-columns';
import { listKeys, listPeople } from '../matrix-lines';
import { type RowLayout, rowsIn } from '../matrix-rows';
import { crossRow, type Factors } from './matrix-cells';
import {
  legendIn,
  type MatrixSheet,
  refuseTooLarge,
  rowLabel,
  type SheetColumn,
  type SheetRow,
  sheetColumns,
  tellCell,
} from './matrix-sheet';

type Query = z.output<typeof planMatrix.export.query>;
type ExportRequest = {
  deps: Deps;
  reader: Reader;
  readLayout: ReadLayout;
  plan: KeyPlanRow;
  matrix: MadeMatrix;
  query: Query;
};

/** Who, and how many people. */
const frozenColumns = 2;

/** Larger files are unusable: a spreadsheet holds each cell in memory, and a PDF would have over 200 pages. */
const most = {
  csv: { cells: 20_000_000, width: 16_000 },
  xlsx: { cells: 3_000_000, width: workbookLimits.columns - frozenColumns },
  pdf: { cells: 300_000, width: 16_000 },
};

/** @throws AppError payload_too_large, overloaded */
export async function exportMatrix(request: ExportRequest, caller: Caller, signal: AbortSignal): Promise<FileDownload> {
  const { deps, plan, query } = request;
  const sheet = await makeSheet(request);
  refuseTooLarge(sheet.rowCount, sheet.columns.length, most[query.format]);
  await deps.db
    .transaction()
    .execute((tx) =>
      recordEvent(tx, caller, 'key_plan.exported', { id: plan.id, details: { file: 'matrix', ...query } }),
    );
  return { ...(await writers[query.format](sheet, request, signal)), fileName: `matrix-${plan.id}.${query.format}` };
}

type Written = Omit<FileDownload, 'fileName'>;

const writers: Record<
  Query['format'],
  (sheet: MatrixSheet, request: ExportRequest, signal: AbortSignal) => Promise<Written>
> = {
  csv: async (sheet, { reader, query }) => ({
    contentType: csvType,
    content: writeCsv({ header: [...headOf(reader, query), ...sheet.columns.map(fullName)], rows: asCells(sheet) }),
  }),
  xlsx: async (sheet, request) => ({ contentType: workbookType, content: asWorkbook(sheet, request) }),
  pdf: async (sheet, { deps, reader, query }, signal) => {
    const rows: SheetRow[] = [];
    for await (const row of sheet.rows()) rows.push(row);
    const tell = tellIn(reader);
    const found = gridPages(query.paper, rows.length, sheet.columns.length);
    const pages = found.map(({ rows, columns }, i) => {
      const ranges = { from_row: rows[0] + 1, to_row: rows[1], from_column: columns[0] + 1, to_column: columns[1] };
      return { rows, columns, text: tell(say('matrix.page', { page: i + 1, pages: found.length + 1, ...ranges })) };
    });
    const last = tell(say('matrix.lastPage', { page: found.length + 1, pages: found.length + 1 }));
    const legend = { title: tell(say('matrix.legend')), text: last, signs: sheet.legend };
    const { title, lines } = sheet;
    const [label = '', detail = ''] = headOf(reader, query);
    const corner = { label, detail };
    const columns = sheet.columns.map(({ doors, ...names }) => names);
    const content = await printGrid(
      deps.runner,
      { paper: query.paper, title, lines, corner, columns, rows, pages, legend },
      { signal },
    );
    return { contentType: 'application/pdf', content };
  },
};

const tellIn =
  ({ language }: Reader) =>
  (sentence: Sentence) =>
    renderSentence(sentence, language);

/** Over the names of rows, and over what stands beside them. */
const headOf = (reader: Reader, { rows }: Query) =>
  [say('matrix.row'), say(`matrix.detail.${rows === 'people' || rows === 'keys' ? rows : 'counted'}`)].map(
    tellIn(reader),
  );

type NamedColumn = Omit<SheetColumn, 'doors'>;
const nameOf = ({ label, detail }: NamedColumn) => (detail === '' ? label : `${label} (${detail})`);
const pathOf = ({ place, group }: NamedColumn) => joined(place, group);
const fullName = (column: NamedColumn) => joined(pathOf(column), nameOf(column));
const joined = (...parts: string[]) => parts.filter((text) => text !== '').join(' › ');

async function* asCells({ rows }: MatrixSheet) {
  for await (const { label, detail, depth, cells } of rows()) yield [indented(label, depth), detail, ...cells];
}

const indented = (label: string, depth: number) => `${'\u2003'.repeat(depth)}${label}`;

function asWorkbook(sheet: MatrixSheet, { reader, query }: ExportRequest) {
  const tell = tellIn(reader);
  const [row = '', detail = ''] = headOf(reader, query);
  const isCounted = query.rows !== 'people' && query.rows !== 'keys';
  async function* rows() {
    yield ['', '', ...sheet.columns.map(pathOf)];
    yield [row, detail, ...sheet.columns.map(nameOf)];
    for await (const [label = '', count = '', ...cells] of asCells(sheet)) {
      yield [label, isCounted ? Number(count) : count, ...cells];
    }
  }
  async function* legend() {
    yield [sheet.title];
    for (const line of sheet.lines) yield [line];
    yield [''];
    yield [tell(say('matrix.legend'))];
    for (const sign of sheet.legend) yield [...sign];
  }
  const print = { header: sheet.title, footer: sheet.lines[0] ?? '' };
  return writeWorkbook([
    {
      name: tell(say('matrix.sheet')),
      frozen: { rows: 2, columns: frozenColumns },
      widths: { frozen: [44, 12], others: 5 },
      align: 'center',
      print,
      rows: rows(),
    },
    {
      name: tell(say('matrix.legend')),
      frozen: { rows: 1, columns: 1 },
      widths: { frozen: [14], others: 90 },
      align: 'left',
      print,
      rows: legend(),
    },
  ]);
}

async function makeSheet(request: ExportRequest): Promise<MatrixSheet> {
  const { deps, reader, readLayout, plan, matrix, query } = request;
  const { language } = reader;
  const tell = tellIn(reader);
  const collapsed = new Set(query.collapsed?.split(',').filter((id) => id !== ''));
  const layout = await readLayout(reader, { plan, rows: query.rows, matrix });
  const shown = await mapInSlices(columnsIn(layout.columns, matrix.doors), (column) => column);
  const columns = sheetColumns(shown, { collapsed, language });
  const factors = JSON.parse(`{${matrix.text}}`) as Factors; // as `makeMatrix` wrote it
  const cellsOf = (classes: [number, number][]) => {
    const cross = crossRow(factors, classes, query);
    return mapInSlices(columns, ({ doors }) => tellCell(cross(doors), language));
  };
  const at = deps.clock().toISOString().slice(0, 16).replace('T', ' ');
  const side = (name: Side) =>
    tell(/^\d/.test(name) ? say('matrix.sides.version', { number: name }) : say(`matrix.sides.${name as 'draft'}`));
  const { rowCount, rows } = await rowsOf(request, layout.rows, cellsOf);
  return {
    title: plan.name,
    lines: [tell(say('matrix.asOf', { to: side(query.to), from: side(query.from), at })), tell(say('matrix.desired'))],
    columns,
    rowCount,
    rows,
    legend: legendIn(language),
  };
}

type CellsOf = (classes: [number, number][]) => Promise<string[]>;

async function rowsOf(
  request: ExportRequest,
  layout: RowLayout,
  cellsOf: CellsOf,
): Promise<Pick<MatrixSheet, 'rowCount' | 'rows'>> {
  const { reader, matrix } = request;
  const { rows } = request.query;
  if (rows === 'people' || rows === 'keys') {
    const read = (offset: number, limit: number) =>
      (rows === 'people' ? listPeople : listKeys)(reader, request, { offset, limit });
    return { rowCount: (await read(0, 1)).total, rows: () => linesOf(read, cellsOf) };
  }
  const listed = await mapInSlices(rowsIn(layout, matrix.people), (row) => row);
  const present = async function* (): AsyncGenerator<SheetRow> {
    for (const row of listed) {
      const label = rowLabel(row, rows, reader.language);
      yield { label, detail: String(row.people), depth: row.depth, cells: await cellsOf(row.classes) };
    }
  };
  return { rowCount: listed.length, rows: present };
}

type Read = (offset: number, limit: number) => Promise<{ items: MatrixLine[] }>;
const batch = 500;

/** People of one class have the same cells. */
async function* linesOf(read: Read, cellsOf: CellsOf): AsyncGenerator<SheetRow> {
  const known = new Map<number | null, string[]>();
  for (let offset = 0; ; offset += batch) {
    const { items } = await read(offset, batch);
    for (const { label, detail, class: number } of items) {
      const cells = known.get(number) ?? (await cellsOf(number === null ? [] : [[number, 1]]));
      known.set(number, cells);
      yield { label, detail, depth: 0, cells };
    }
    if (items.length < batch) return;
  }
}
