import type { MatrixRow, PlanMatrix } from '@key2xs/contract';
import type { PeopleOfRow } from '../crossing/crossing-tally';

/** A department, job title or group as a row. */
export type RowNode = MatrixRow &
  PeopleOfRow & { /** The department around a title. */ department: string | undefined };

/** People that are read in pages: of a department, a title, a group, or all. */
export type PeopleRequest = {
  key: string;
  depth: number;
  department?: string;
  job_title?: string;
  group_id?: string;
  search?: string;
};

export type RowSegment =
  | { kind: 'node'; start: number; count: 1; node: RowNode }
  | { kind: 'people'; start: number; count: number; request: PeopleRequest };

/** The rows of the answer with stable keys: that of a title begins with its department's, then a slash, which no name has there. */
export function rowNodes({ rows }: Pick<PlanMatrix, 'rows'>): RowNode[] {
  let outer: MatrixRow | undefined;
  return rows.map((row) => {
    if (row.depth === 0) outer = row;
    const department = row.depth > 0 ? outer?.id : undefined;
    const key = row.depth > 0 && outer ? `${keyOf(outer)}/${keyOf(row)}` : keyOf(row);
    return { ...row, key, department };
  });
}

const keyOf = ({ kind, id }: MatrixRow) => `${kind}:${encodeURIComponent(id)}`;

/** The people of a row, for reading them in pages. */
function peopleOf({ kind, id, depth, key, department }: RowNode): PeopleRequest {
  const request = { key, depth: depth + 1 };
  if (kind === 'group') return { ...request, group_id: id };
  if (kind === 'department') return { ...request, department: id };
  if (kind === 'job_title') return { ...request, job_title: id, ...(department !== undefined && { department }) };
  // The rest of the departments has no department, that of the titles no title.
  return department === undefined ? { ...request, department: '' } : { ...request, department, job_title: '' };
}

export type RowAxis = {
  length: number;
  segments: readonly RowSegment[];
  at(index: number): RowSegment | undefined;
  /** How many rows would stand here if none were left out. */
  leftOut: number;
};

type Opening = {
  opened: ReadonlySet<string>;
  /** How many people are there, once the first page has said so. */
  totalOf: (key: string) => number | undefined;
  /** Left out, with all that is inside. */
  isLeftOut?: (node: RowNode) => boolean;
};

/** The rows to show: titles under open departments, people under open titles and under departments without titles. */
export function nodeAxis(nodes: readonly RowNode[], { opened, totalOf, isLeftOut }: Opening): RowAxis {
  const segments: RowSegment[] = [];
  let start = 0;
  let hiddenBelow: number | undefined;
  let leftOut = 0;
  const add = (
    segment: Omit<RowSegment & { kind: 'node' }, 'start'> | Omit<RowSegment & { kind: 'people' }, 'start'>,
  ) => {
    segments.push({ ...segment, start } as RowSegment); // the spread loses which kind it is
    start += segment.count;
  };
  for (const [index, node] of nodes.entries()) {
    if (hiddenBelow !== undefined && node.depth > hiddenBelow) continue;
    hiddenBelow = undefined;
    if (isLeftOut?.(node)) {
      leftOut += 1;
      hiddenBelow = node.depth;
      continue;
    }
    add({ kind: 'node', count: 1, node });
    if (!opened.has(node.key)) {
      hiddenBelow = node.depth;
      continue;
    }
    const hasTitles = (nodes[index + 1]?.depth ?? 0) > node.depth;
    if (hasTitles) continue;
    const request = peopleOf(node);
    add({ kind: 'people', count: totalOf(request.key) ?? node.people, request });
  }
  return { ...axisOf(segments, start), leftOut };
}

/** People or keys, one a row. */
export function pagedAxis(request: PeopleRequest, count: number): RowAxis {
  return axisOf([{ kind: 'people', start: 0, count, request }], count);
}

function axisOf(segments: readonly RowSegment[], length: number): RowAxis {
  return { length, segments, at: (index) => segmentAt(segments, index), leftOut: 0 };
}

function segmentAt(segments: readonly RowSegment[], index: number): RowSegment | undefined {
  let [low, high] = [0, segments.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((segments[middle]?.start ?? 0) <= index) low = middle;
    else high = middle - 1;
  }
  const found = segments[low];
  return found && index >= found.start && index < found.start + found.count ? found : undefined;
}
