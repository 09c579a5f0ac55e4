import type { MatrixLine } from '@key2xs/contract';
import type { MatrixAxis, MatrixEntry, MatrixSource } from '#components/matrix/source/matrix-source';
import { type TreeAxis, treeAxis } from '#components/matrix/source/tree-axis';
import type { ColumnNode } from './axes/column-tree';
import type { PeopleRequest, RowAxis, RowNode } from './axes/row-axis';
import type { PeopleOfRow } from './crossing/crossing-tally';
import type { PlanMatrixModel } from './plan-matrix-model';

/** A shown row: a department, title or group, or a person. */
export type ShownRow =
  | { kind: 'node'; key: string; node: RowNode; people: PeopleOfRow }
  | {
      kind: 'line';
      key: string;
      line: MatrixLine;
      depth: number /** Undefined: read before the matrix. */;
      people: PeopleOfRow | undefined;
    };

export type PlanMatrixSource = MatrixSource & {
  columns: TreeAxis;
  /** Undefined: not loaded. */
  rowAt(index: number): ShownRow | undefined;
  /** How many rows would stand here if none were left out. */
  leftOutRows: number;
};

type Lines = {
  /** The index of the line within its segment; undefined: not loaded. */
  lineAt: (request: PeopleRequest, index: number) => { line: MatrixLine | undefined; state: string } | undefined;
  /** The index of a person among the loaded people. */
  indexOf: (request: PeopleRequest, id: string) => number | undefined;
};

type Opening = {
  rows: ReadonlySet<string>;
  columns: ReadonlySet<string>;
  openRows: (open: ReadonlySet<string>) => void;
  openColumns: (open: ReadonlySet<string>) => void;
};

/** Leaves out rows and columns with empty crossings only, except those revealed. */
export type LeavingOut = {
  isLeftOut: (node: RowNode | ColumnNode) => boolean;
  reveal: (key: string) => void;
};

type Parts = {
  model: PlanMatrixModel;
  axis: RowAxis;
  opening: Opening;
  lines: Lines;
  leavingOut: LeavingOut;
  version: number;
};

/** What the matrix shows of a plan while these groups are open and these people are read. */
export function matrixSourceOf({ model, axis, opening, lines, leavingOut, version }: Parts): PlanMatrixSource {
  const columns = treeAxis(model.columns, {
    open: opening.columns,
    openGroups: 'band',
    onOpen: opening.openColumns,
    total: model.columnTotal,
    isLeftOut: (index) => {
      const node = model.columns[index];
      return node !== undefined && leavingOut.isLeftOut(node);
    },
    onReveal: leavingOut.reveal,
  });
  const ofClasses = new Map<number | null, PeopleOfRow>();
  const ofClass = (index: number | null): PeopleOfRow => {
    const known = ofClasses.get(index);
    if (known) return known;
    const made: PeopleOfRow = { key: `class ${index}`, people: 1, classes: index === null ? [] : [[index, 1]] };
    ofClasses.set(index, made);
    return made;
  };
  const rowAt = (index: number): ShownRow | undefined => {
    const segment = axis.at(index);
    if (!segment) return undefined;
    if (segment.kind === 'node') {
      const { node } = segment;
      return { kind: 'node', key: node.key, node, people: node };
    }
    const { request, start } = segment;
    const { line, state } = lines.lineAt(request, index - start) ?? {};
    if (!line) return undefined;
    const people = state === model.matrix.state ? ofClass(line.class) : undefined;
    return { kind: 'line', key: `${request.key}/${line.id}`, line, depth: request.depth, people };
  };
  return {
    version,
    columns,
    rowAt,
    leftOutRows: axis.leftOut,
    rows: rowsOf({ model, axis, opening, lines, leavingOut, rowAt }),
    cell(row, column) {
      const people = rowAt(row)?.people;
      return people && model.cell(people, columns.nodeAt(column));
    },
  };
}

type RowParts = Omit<Parts, 'version'> & Pick<PlanMatrixSource, 'rowAt'>;

function rowsOf({ model, axis, opening, lines, leavingOut, rowAt }: RowParts): MatrixAxis {
  const toggled = (key: string) => {
    const open = new Set(opening.rows);
    if (!open.delete(key)) open.add(key);
    return open;
  };
  return {
    length: axis.length,
    bands: [],
    at: (index) => entryOf(rowAt(index), opening.rows),
    total(index) {
      const people = rowAt(index)?.people;
      return people && model.rowTotal(people);
    },
    toggle: (key) => opening.openRows(toggled(key)),
    find(text) {
      const sought = text.trim().toLocaleLowerCase();
      if (sought === '') return [];
      return model.rows.filter(({ label }) => label.toLocaleLowerCase().includes(sought)).map(({ key }) => key);
    },
    indexOf: (key) => indexOfRow({ axis, lines }, key),
    reveal(key) {
      const node = model.rows.find((one) => one.key === key);
      if (!node) return;
      const outer = model.rows.find((one) => key.startsWith(`${one.key}/`));
      if (outer && !opening.rows.has(outer.key)) opening.openRows(new Set([...opening.rows, outer.key]));
      if (leavingOut.isLeftOut(node)) leavingOut.reveal(key);
    },
  };
}

/** A row by its key; for a person or title inside a closed row, that closed row. */
function indexOfRow({ axis, lines }: Pick<Parts, 'axis' | 'lines'>, key: string): number | undefined {
  let around: number | undefined;
  for (const segment of axis.segments) {
    const own = segment.kind === 'node' ? segment.node.key : segment.request.key;
    if (segment.kind === 'node' && own === key) return segment.start;
    if (!key.startsWith(`${own}/`)) continue;
    if (segment.kind === 'node') around = segment.start;
    else {
      const index = lines.indexOf(segment.request, key.slice(own.length + 1));
      if (index !== undefined) return segment.start + index;
    }
  }
  return around;
}

function entryOf(row: ShownRow | undefined, open: ReadonlySet<string>): MatrixEntry | undefined {
  if (!row) return undefined;
  const { key } = row;
  if (row.kind === 'node') {
    const { label, depth, people } = row.node;
    return { key, label, depth, size: people, isOpen: open.has(key) };
  }
  const { label, detail } = row.line;
  return { key, label, depth: row.depth, size: 1, ...(detail && { detail }) };
}
