import { type Bits, forEachBit } from '../../../access/indexing/bits';
import type { Grants } from '../reduce/grants';
import { type Kernel, kernelOf, openOfRows } from './kernel';

/** Which grants of a kernel fit to grant n: `list[start[n]]` up to, without, `list[start[n + 1]]`, itself left out. */
export type FittingGraph = { start: Int32Array; list: Int32Array };

/** A kernel, and its graph unless that would be too large to be of use. */
export type KernelPart = { kernel: Kernel; graph: FittingGraph | undefined };

const maxWords = 400_000_000;
const maxPairs = 10_000_000;
const workBetweenYields = 200_000;

function* fittingGraph(kernel: Kernel): Generator<undefined, FittingGraph | undefined> {
  if (costOf(kernel) > maxWords) return;
  const { grants, row, column, rowStart, rows, columns, columnsOfRow, rowsOfColumn } = kernel;
  const open = openOfRows(kernel);
  const start = new Int32Array(grants.length + 1);
  let list = new Int32Array(1024);
  let [size, work] = [0, 0];
  for (let grant = 0; grant < grants.length; grant++) {
    work += rows + columns;
    if (work > workBetweenYields) {
      work = 0;
      yield;
    }
    const own = columnsOfRow[row[grant] ?? 0] as Bits; // as: each row of the kernel has bits
    forEachBit(rowsOfColumn[column[grant] ?? 0] as Bits, (other) => {
      const bits = open[other] as Bits; // likewise
      for (let word = 0; word < own.length; word++) {
        for (let both = (bits[word] ?? 0) & (own[word] ?? 0); both !== 0; both &= both - 1) {
          const fitting = grantAt(column, rowStart, other, (word << 5) + 31 - Math.clz32(both & -both));
          if (fitting === grant) continue;
          if (size === list.length) list = grown(list);
          list[size++] = fitting;
        }
      }
    });
    if (size > maxPairs) return;
    start[grant + 1] = size;
  }
  return { start, list: list.slice(0, size) };
}

function costOf({ row, column, rows, columns, rowsOfColumn }: Kernel): number {
  const words = (columns + 31) >>> 5;
  if (row.length * rows * words < maxWords) return 0;
  const people = new Int32Array(columns);
  rowsOfColumn.forEach((bits, at) => {
    forEachBit(bits, () => {
      people[at] = (people[at] ?? 0) + 1;
    });
  });
  return column.reduce((sum, at) => sum + (people[at] ?? 0) * words, 0);
}

/** The grant of a row at a column that it has. */
function grantAt(column: Int32Array, rowStart: Int32Array, row: number, at: number): number {
  let low = rowStart[row] ?? 0;
  let high = (rowStart[row + 1] ?? 0) - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((column[middle] ?? 0) < at) low = middle + 1;
    else high = middle;
  }
  return low;
}

function grown(list: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  const longer = new Int32Array(2 * list.length);
  longer.set(list);
  return longer;
}

/**
 * The open grants in parts of which none fits to a grant of another part, the smallest first: each part is covered for itself, and
 * the profiles of all parts add up. Yields often.
 */
export function* kernelParts(all: Grants, open: Uint8Array): Generator<undefined, KernelPart[]> {
  const numbers: number[] = [];
  open.forEach((flag, grant) => {
    if (flag) numbers.push(grant);
  });
  if (numbers.length === 0) return [];
  const kernel = kernelOf(all, Int32Array.from(numbers));
  const graph = yield* fittingGraph(kernel);
  if (!graph) return [{ kernel, graph }];
  const parts = connectedParts(graph);
  if (parts.length === 1) return [{ kernel, graph }];
  const found: KernelPart[] = [];
  for (const part of parts.sort((one, other) => one.length - other.length)) {
    const numbersOfPart = part.map((grant) => kernel.grants[grant] ?? 0);
    const own = kernelOf(all, numbersOfPart);
    found.push({ kernel: own, graph: yield* fittingGraph(own) });
  }
  return found;
}

/** Numbers of the graph's grants by part, ascending in each. */
function connectedParts({ start, list }: FittingGraph): Int32Array[] {
  const seen = new Uint8Array(start.length - 1);
  const parts: Int32Array[] = [];
  for (let first = 0; first < seen.length; first++) {
    if (seen[first]) continue;
    seen[first] = 1;
    const part = [first];
    for (const grant of part) {
      for (let at = start[grant] ?? 0; at < (start[grant + 1] ?? 0); at++) {
        const next = list[at] ?? 0;
        if (seen[next]) continue;
        seen[next] = 1;
        part.push(next);
      }
    }
    parts.push(Int32Array.from(part).sort());
  }
  return parts;
}
