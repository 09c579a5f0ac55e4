import type { LockingPlanContent } from '@key2xs/contract';
import type { MatrixCell, MatrixSource } from '#components/matrix/source/matrix-source';
import { type TreeNode, treeAxis } from '#components/matrix/source/tree-axis';

const right: MatrixCell = { share: 1 };
const none: MatrixCell = { share: 0 };

/** A locking plan as a matrix. Its rights are bits, because there may be ten million crossings. */
export function planSource({ columns, rows }: LockingPlanContent, unknown: string): MatrixSource {
  const words = Math.ceil(columns.length / 32);
  const bits = new Uint32Array(words * rows.length);
  const inColumn = new Uint32Array(columns.length);
  rows.forEach(({ rights }, row) => {
    for (const column of rights) {
      const at = row * words + (column >> 5);
      bits[at] = (bits[at] ?? 0) | (1 << (column & 31));
      inColumn[column] = (inColumn[column] ?? 0) + 1;
    }
  });
  const leaf = (label: string, at: number, isOdd: boolean): TreeNode => ({
    key: String(at),
    label,
    detail: isOdd ? unknown : undefined,
    depth: 0,
    size: 1,
    isOdd,
  });
  const axis = (nodes: readonly TreeNode[], total: (at: number) => number | undefined) =>
    treeAxis(nodes, { open: new Set(), openGroups: 'entry', total });
  return {
    rows: axis(
      rows.map(({ label, kind }, at) => leaf(label, at, kind === 'unknown')),
      (row) => rows[row]?.rights.length,
    ),
    columns: axis(
      columns.map(({ label, cylinder_id }, at) => leaf(label, at, cylinder_id === null)),
      (column) => inColumn[column],
    ),
    cell: (row, column) => (((bits[row * words + (column >> 5)] ?? 0) >>> (column & 31)) & 1 ? right : none),
    version: 0,
  };
}
