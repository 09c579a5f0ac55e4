import type { Db } from '#platform/deps';
import { type ListedWork, listWork, type WorkFilter } from './queries';

export const exportColumns = [
  'connection',
  'kind',
  'label',
  'reference',
  'what',
  'place',
  'why',
  'before',
  'after',
  'state',
  'waiting_since',
  'assigned_to',
  'closed_at',
  'closed_by',
  'note',
] as const;

const exportPage = 1_000;

/** All entries of a filter, page by page, in the order of the list. */
export async function* listAllWork(db: Db, filter: WorkFilter): AsyncGenerator<ListedWork[]> {
  for (let offset = 0; ; offset += exportPage) {
    const rows = await listWork(db, filter, { offset, limit: exportPage });
    yield rows;
    if (rows.length < exportPage) return;
  }
}

/** A row of cells for each entry, in the order of `exportColumns`. */
export async function* exportWork(db: Db, filter: WorkFilter) {
  for await (const rows of listAllWork(db, filter)) yield* rows.map(cellsOf);
}

const cellsOf = (row: ListedWork) => [
  row.connection_name,
  row.kind,
  row.label,
  row.reference,
  row.what,
  row.place,
  row.why,
  row.before && JSON.stringify(row.before),
  row.after && JSON.stringify(row.after),
  row.state,
  row.created_at.toISOString(),
  row.assignee,
  row.closed_at?.toISOString() ?? null,
  row.closed_by === 'operator' ? row.closed_by_name : row.closed_by,
  row.note,
];
