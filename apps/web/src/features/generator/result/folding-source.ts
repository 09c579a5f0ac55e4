import type { Answer, suggestions } from '@key2xs/contract';
import type { MatrixCell, MatrixSource } from '#components/matrix/source/matrix-source';
import { type TreeNode, treeAxis } from '#components/matrix/source/tree-axis';

export type RunMatrix = Answer<typeof suggestions.matrix>;
export type Folding = 'suggestion' | 'request' | 'single' | 'open';

const states = { [-1]: 'single', [-2]: 'request', [-3]: 'open' } as const satisfies Record<number, Folding>;

/** Each way a right is explained has a shape of its own. */
const ways = {
  suggestion: 'profile',
  request: 'place',
  single: 'door',
  open: 'direct',
} as const satisfies Record<Folding, MatrixCell['way']>;

export type FoldingSource = MatrixSource & {
  /** Undefined where no one has a right. */
  foldingAt(row: number, column: number): FoldedCell | undefined;
};

/** `hours`: no restriction means always; undefined where they differ. */
type FoldedCell = {
  folding: Folding;
  suggestionId: string | undefined;
  share: number;
  hours: RunMatrix['schedules'][number] | undefined;
};

const none: MatrixCell = { share: 0 };

/** The access that a run has read. */
export function foldingSource(matrix: RunMatrix): FoldingSource {
  const { rows, columns } = matrix;
  const cells = rows.map(
    (row) => new Map(row.cells.map(([column, suggestion, share, hours]) => [column, { suggestion, share, hours }])),
  );
  const doorsOf = (row: number) => rows[row]?.cells.length;
  const foldingAt: FoldingSource['foldingAt'] = (row, column) => {
    const cell = cells[row]?.get(column);
    if (!cell) return undefined;
    const suggestionId = matrix.suggestions[cell.suggestion];
    const folding = suggestionId === undefined ? stateOf(cell.suggestion) : 'suggestion';
    return { folding, suggestionId, share: cell.share, hours: matrix.schedules[cell.hours] };
  };
  return {
    rows: treeAxis(
      rows.map(({ label, people }, at) => leaf({ key: `${at} ${label}`, label, size: people })),
      { open: new Set(), openGroups: 'entry', total: doorsOf },
    ),
    columns: treeAxis(
      columns.map(({ id, label, detail, protection_class }) =>
        leaf({ key: id, label, detail, size: 1, isOdd: protection_class !== null && protection_class >= 3 }),
      ),
      { open: new Set(), openGroups: 'entry' },
    ),
    cell(row, column) {
      const at = foldingAt(row, column);
      return at ? { share: at.share, way: ways[at.folding], isLimited: at.hours?.length !== 0 } : none;
    },
    foldingAt,
    version: `${matrix.last_event_id} ${matrix.suggestions.length}`,
  };
}

const leaf = (node: Omit<TreeNode, 'depth'>): TreeNode => ({ ...node, depth: 0 });

const stateOf = (code: number): Folding => (code === -1 || code === -2 ? states[code] : states[-3]);
