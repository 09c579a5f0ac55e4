import type { ReportRow } from '@key2xs/contract';
import { renderSentence } from '@key2xs/texts/render-sentence';
import { type RawBuilder, sql } from 'kysely';
import { visibleTo } from '#platform/visible-to';
import type { ColumnDefinition, ReportContext, ReportDefinition, Value } from './report';

/** The place of a row in the order of its report. */
export type RowKey = { sort: string; id: string };

/** A row with a value a column: moments as such, states and sentences as text in the language of the reader. */
export type ReadRow = RowKey & { values: (string | number | Date | null)[] };

/** A report for a reader with the query of its rows. */
export type ReportRows = { report: ReportDefinition; context: ReportContext; query: RawBuilder<unknown> };

type Stored = RowKey & Record<string, Value>;

/** The rows after a key, or the first ones. */
export async function rowsAfter(
  { report, context, query }: ReportRows,
  { after, limit }: { after: RowKey | undefined; limit: number },
): Promise<ReadRow[]> {
  const { viewer, db } = context.reader;
  const isUp = report.direction === 'asc';
  const isAfter = after
    ? sql`(report_row.sort, report_row.id) ${sql.raw(isUp ? '>' : '<')} (${after.sort}::text, ${after.id}::text)`
    : sql`true`;
  const way = sql.raw(isUp ? 'asc' : 'desc');
  const { rows } = await sql<Stored>`
    select * from (${query}) as report_row
    where ${visibleTo(viewer, report.resource)} and ${isAfter}
    order by report_row.sort ${way}, report_row.id ${way} limit ${limit}`.execute(db);
  return rows.map((row) => ({
    sort: row.sort,
    id: row.id,
    values: report.columns.map((column) => valueIn(column, row[column.name] ?? null, context)),
  }));
}

const batch = 1_000;

/** All rows in order, in batches by key: rows added or removed meanwhile neither hide nor repeat others. */
export async function* allRows(from: ReportRows): AsyncGenerator<ReadRow> {
  for (let after: RowKey | undefined; ; ) {
    const rows = await rowsAfter(from, { after, limit: batch });
    yield* rows;
    if (rows.length < batch) return;
    after = rows.at(-1);
  }
}

export async function countRows({ report, context, query }: ReportRows): Promise<number> {
  const { viewer, db } = context.reader;
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from (${query}) as report_row
    where ${visibleTo(viewer, report.resource)}`.execute(db);
  return rows[0]?.total ?? 0;
}

/** Text stays on one line, so that a row of a file is one line. */
function valueIn(
  { kind, words }: ColumnDefinition,
  value: Value,
  { reader }: ReportContext,
): ReadRow['values'][number] {
  if (value === null || typeof value === 'number' || value instanceof Date) return value;
  if (typeof value === 'object') return onOneLine(renderSentence(value, reader.language));
  const said = kind === 'state' && words ? words(value, reader) : value;
  return onOneLine(typeof said === 'string' ? said : renderSentence(said, reader.language));
}

const onOneLine = (text: string) => text.replace(/\s+/g, ' ').trim();

export const presentRow = ({ id, values }: ReadRow): ReportRow => ({
  id,
  cells: values.map((value) => (value instanceof Date ? value.toISOString() : value)),
});
