import type { List } from '@key2xs/contract';
import type { z } from 'zod';
import type { Cell, CsvDownload } from '../csv/csv-download';
import type { Reader } from '../visible-to';
import { type Key, selectAfter, type Wanted } from './list-query';
import type { ListSource } from './list-source';

const batch = 1_000;

/** All matching rows in order, in batches by key: rows added or removed meanwhile neither hide nor repeat others. */
async function* allRows<L extends List, DB, TB extends keyof DB, Row>(
  reader: Reader,
  source: ListSource<L, DB, TB, Row>,
  wanted: Wanted<L>,
): AsyncGenerator<Row & { list_key: Key }, void, undefined> {
  for (let after: Key | undefined; ; ) {
    const rows = await selectAfter(reader, source, wanted, { after, limit: batch });
    yield* rows;
    if (rows.length < batch) return;
    after = rows.at(-1)?.list_key;
  }
}

export async function firstRows<L extends List, DB, TB extends keyof DB, Row>(
  reader: Reader,
  source: ListSource<L, DB, TB, Row>,
  wanted: Wanted<L>,
  most: number,
): Promise<Row[]> {
  const first: Row[] = [];
  for await (const row of allRows(reader, source, wanted)) {
    if (first.push(row) >= most) break;
  }
  return first;
}

export const csvOf = <L extends List, DB, TB extends keyof DB, Row>(
  reader: Reader,
  source: ListSource<L, DB, TB, Row>,
  wanted: Wanted<L>,
): CsvDownload => ({
  fileName: fileNameOf(source.list, wanted.params),
  header: [...source.list.columns],
  rows: cellsOf(reader, source, wanted),
});

/** The name of a file about one record contains its id. */
const fileNameOf = ({ name }: List, params: unknown) => `${[name, ...Object.values(Object(params))].join('-')}.csv`;

async function* cellsOf<L extends List, DB, TB extends keyof DB, Row>(
  reader: Reader,
  source: ListSource<L, DB, TB, Row>,
  wanted: Wanted<L>,
): AsyncGenerator<Cell[]> {
  const cells: Record<string, ((item: z.input<L['item']>, row: Row) => Cell) | undefined> = source.cells;
  for await (const row of allRows(reader, source, wanted)) {
    const item = source.present(row, reader.language, reader.viewer);
    const fields: Record<string, unknown> = { ...(item as object) };
    // The type of a source ensures that each column is a field or a cell.
    yield source.list.columns.map((column) => (cells[column] ? cells[column](item, row) : (fields[column] as Cell)));
  }
}
