import type { PlanMatrix } from '@key2xs/contract';
import type { MatrixCell } from '#components/matrix/source/matrix-source';
import { type ColumnNode, columnTree } from './axes/column-tree';
import { rowNodes } from './axes/row-axis';
import {
  createTally,
  findFilled,
  mark,
  type PeopleOfRow,
  type ShownLayer,
  type Tally,
  ways,
} from './crossing/crossing-tally';

export type PlanMatrixModel = ReturnType<typeof createPlanMatrixModel>;

const nothing: MatrixCell = Object.freeze({ share: 0 });
const maxCachedBytes = 64_000_000;
const bytesAClass = 6;

type Counted = { tally: Tally; cells: Map<number, MatrixCell> };

/** Any crossing of a matrix. A row is counted on first use; after that a crossing takes microseconds. */
export function createPlanMatrixModel(matrix: PlanMatrix, layer: ShownLayer) {
  const columns = columnTree(matrix);
  const rows = rowNodes(matrix);
  const tallyOf = createTally(matrix, layer);
  const most = Math.max(64, Math.floor(maxCachedBytes / (bytesAClass * Math.max(1, matrix.column_classes.length))));
  const counted = new Map<string, Counted>();

  function count(row: PeopleOfRow): Counted {
    const known = counted.get(row.key);
    if (known) return known;
    if (counted.size >= most) counted.clear();
    const fresh = { tally: tallyOf(row), cells: new Map<number, MatrixCell>() };
    counted.set(row.key, fresh);
    return fresh;
  }

  function cell(row: PeopleOfRow, column: number): MatrixCell {
    const node = columns[column];
    if (!node || row.people === 0 || node.size === 0) return nothing;
    const { tally, cells } = count(row);
    // Doors of a class have the same cell.
    const place = node.class ?? tally.open.length + column;
    const known = cells.get(place);
    if (known) return known;
    const made = cellOf(tally, node, row.people);
    cells.set(place, made);
    return made;
  }

  const allDoors: ColumnNode['classes'] = topClasses(columns);
  const everybody = everybodyIn(matrix, rows);
  const filled = findFilled(matrix, layer);
  return {
    matrix,
    columns,
    rows,
    cell,
    /** Whether anything stands in a row at all. */
    isFilledRow: (row: PeopleOfRow): boolean => row.classes.some(([index]) => filled.people.has(index)),
    isFilledColumn: (column: ColumnNode): boolean => column.classes.some(([door]) => filled.doors.has(door)),
    isFilled: filled.people.size > 0,
    /** Pairs of its people and all doors that may be opened. */
    rowTotal: (row: PeopleOfRow): number => pairs(count(row).tally, allDoors),
    /** Pairs of its doors and all people; undefined if the rows do not cover all people. */
    columnTotal: (column: number): number | undefined =>
      everybody && pairs(count(everybody).tally, columns[column]?.classes ?? []),
  };
}

function cellOf(tally: Tally, node: ColumnNode, people: number): MatrixCell {
  let [open, marks, way] = [0, 0, 0];
  for (const [door, doors] of node.classes) {
    open += (tally.open[door] ?? 0) * doors;
    marks |= tally.marks[door] ?? 0;
    const by = tally.ways[door] ?? 0;
    if (by > 0 && (way === 0 || by < way)) way = by;
  }
  if (open === 0 && marks === 0) return nothing;
  const strongest = ways[way];
  const change = changeOf(marks);
  return {
    share: open / (people * node.size),
    ...(strongest && { way: strongest }),
    ...(open > 0 && (marks & mark.always) === 0 && { isLimited: true }),
    ...(change && { change }),
    ...((marks & mark.pending) !== 0 && { isPending: true }),
    ...((marks & mark.conflict) !== 0 && { hasConflict: true }),
  };
}

function changeOf(marks: number): MatrixCell['change'] {
  const [isGained, isLost] = [(marks & mark.gained) !== 0, (marks & mark.lost) !== 0];
  if (isGained && isLost) return 'both';
  if (isGained) return 'gained';
  return isLost ? 'lost' : undefined;
}

function pairs({ open }: Tally, classes: ColumnNode['classes']): number {
  return classes.reduce((sum, [door, doors]) => sum + (open[door] ?? 0) * doors, 0);
}

const topClasses = (columns: readonly ColumnNode[]) =>
  columns.filter(({ parent }) => parent < 0).flatMap(({ classes }) => classes);

/** Everybody once; people may be in several groups, and are not in the answer where rows are people or keys. */
function everybodyIn({ rows, people }: PlanMatrix, nodes: readonly PeopleOfRow[]): PeopleOfRow | undefined {
  if (rows.length === 0 || rows.some(({ kind }) => kind === 'group')) return undefined;
  const outermost = nodes.filter((_, index) => rows[index]?.depth === 0);
  return { key: 'everybody', people, classes: outermost.flatMap(({ classes }) => classes) };
}
