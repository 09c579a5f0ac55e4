import type { MatrixColumn, PlanMatrix } from '@key2xs/contract';
import { treeAxis } from '#components/matrix/source/tree-axis';

/** A place, group or cylinder with what it contains. */
export type ColumnNode = MatrixColumn & {
  /** The label without the names of what contains it. */
  short: string;
  /** Stable through collapsing and reading again. */
  key: string;
  /** Of a group: further doors of it stand elsewhere. */
  isPart: boolean;
  /** Index of the node that contains it; -1 for the outermost. */
  parent: number;
  /** Index after the last node inside it. */
  end: number;
  /** Doors. */
  size: number;
  /** Classes of doors inside, with how many are of each. */
  classes: readonly (readonly [number, number])[];
};

type Open = { index: number; depth: number; counts: Map<number, number> };

/**
 * The columns with keys, ends and counts: each place counts the doors in all that it contains. A place or group of a single door
 * stands as the door.
 */
export function columnTree({ columns }: Pick<PlanMatrix, 'columns'>): ColumnNode[] {
  const nodes: ColumnNode[] = [];
  const open: Open[] = [];
  const places = new Map<string, number>();
  for (const { kind, id } of columns) if (kind === 'cylinder_group') places.set(id, (places.get(id) ?? 0) + 1);
  const close = () => {
    const last = open.pop();
    const node = last && nodes[last.index];
    if (!node) return;
    node.end = nodes.length;
    node.classes = [...last.counts];
    node.size = [...last.counts.values()].reduce((sum, count) => sum + count, 0);
    const outer = open.at(-1);
    if (outer) for (const [index, count] of last.counts) raise(outer.counts, index, count);
  };
  for (const column of withoutWrappers(columns)) {
    while ((open.at(-1)?.depth ?? -1) >= column.depth) close();
    const parent = open.at(-1)?.index ?? -1;
    const key = `${parent < 0 ? '' : `${nodes[parent]?.key}/`}${column.kind}:${column.id}`;
    const counts = new Map<number, number>(column.class === null ? [] : [[column.class, 1]]);
    const short = shortOf(
      column.label,
      open.map(({ index }) => nodes[index]?.label ?? ''),
    );
    open.push({ index: nodes.length, depth: column.depth, counts });
    const isPart = column.kind === 'cylinder_group' && (places.get(column.id) ?? 0) > 1;
    nodes.push({ ...column, short, key, isPart, parent, end: 0, size: 0, classes: [] });
  }
  while (open.length > 0) close();
  return nodes;
}

/** "Fire Station 1, Crew quarters" within "Fire Station 1" is "Crew quarters": bands over it say the rest. */
function shortOf(label: string, around: readonly string[]): string {
  let short = label;
  for (const outer of around) {
    const [, rest] = short.startsWith(outer) ? (/^\s*[,:;/–-]\s*(\S.*)$/.exec(short.slice(outer.length)) ?? []) : [];
    short = rest ?? short;
  }
  return short;
}

/** Leaves out what contains one door or none; what is inside moves outwards. */
function withoutWrappers(columns: readonly MatrixColumn[]): MatrixColumn[] {
  const counts = columns.map(() => 0);
  const around: number[] = [];
  for (const [index, { kind, depth }] of columns.entries()) {
    while (around.length > 0 && (columns[around.at(-1) ?? 0]?.depth ?? 0) >= depth) around.pop();
    if (kind === 'cylinder') for (const outer of around) counts[outer] = (counts[outer] ?? 0) + 1;
    around.push(index);
  }
  const left: number[] = [];
  return columns.flatMap((column, index) => {
    while (left.length > 0 && (left.at(-1) ?? 0) >= column.depth) left.pop();
    const moved = { ...column, depth: column.depth - left.length };
    if (column.kind === 'cylinder' || (counts[index] ?? 0) > 1) return [moved];
    left.push(column.depth);
    return [];
  });
}

const raise = (counts: Map<number, number>, index: number, by: number) =>
  counts.set(index, (counts.get(index) ?? 0) + by);

/** How a column is called where it stands alone: a floor with its building. */
export function columnName(nodes: readonly ColumnNode[], { kind, label, parent }: ColumnNode): string {
  const around = nodes[parent];
  return kind === 'cylinder' || !around || around.kind === 'rest' ? label : `${around.label} / ${label}`;
}

/**
 * What to open at first: level by level, as long as no more than so many columns are shown. What contains a single place
 * that stays closed is closed itself beside others: its own name says more.
 */
export function openedAtFirst(nodes: readonly ColumnNode[], most: number): ReadonlySet<string> {
  let open: ReadonlySet<string> = new Set();
  const deepest = nodes.reduce((depth, node) => Math.max(depth, node.depth), 0);
  for (let depth = 0; depth < deepest; depth += 1) {
    const wider = new Set([...open, ...nodes.filter((node) => node.depth === depth).map(({ key }) => key)]);
    if (treeAxis(nodes, { open: wider, openGroups: 'band' }).length > most) break;
    open = wider;
  }
  const inside = new Map<number, ColumnNode[]>();
  for (const node of nodes) {
    const beside = inside.get(node.parent);
    if (beside) beside.push(node);
    else inside.set(node.parent, [node]);
  }
  const tells = (node: ColumnNode, index: number) => {
    const [only, another] = inside.get(index) ?? [];
    return another !== undefined || only === undefined || open.has(only.key) || inside.get(node.parent)?.length === 1;
  };
  return new Set(nodes.filter((node, index) => open.has(node.key) && tells(node, index)).map(({ key }) => key));
}
