import { type Bits, setBit, wordsFor } from '../../../access/indexing/bits';
import { rowOf } from '../../access-relation';
import type { Grants } from '../reduce/grants';

/**
 * Open grants of which none fits to an open grant elsewhere. Grant n of the kernel is `grants[n]` of the relation, and lets row
 * `row[n]` open column `column[n]`. Rows and columns are numbered anew, in the order of people and cylinders; the grants of row r are
 * `rowStart[r]` up to, without, `rowStart[r + 1]`.
 */
export type Kernel = {
  grants: Int32Array;
  row: Int32Array;
  column: Int32Array;
  rowStart: Int32Array;
  rows: number;
  columns: number;
  /** The columns a row has, also by grants that are not of the kernel; and the rows of a column. */
  columnsOfRow: Bits[];
  rowsOfColumn: Bits[];
};

/** @param grants numbers of the relation's grants, ascending */
export function kernelOf(all: Grants, grants: Int32Array): Kernel {
  const people = distinct(grants.map((grant) => all.person[grant] ?? 0));
  const cylinders = distinct(grants.map((grant) => all.cylinder[grant] ?? 0));
  const rowNumber = numbersIn(people, all.relation.people);
  const columnNumber = numbersIn(cylinders, all.relation.cylinders);
  const row = grants.map((grant) => rowNumber[all.person[grant] ?? 0] ?? 0);
  const column = grants.map((grant) => columnNumber[all.cylinder[grant] ?? 0] ?? 0);
  const rowStart = new Int32Array(people.length + 1);
  for (const at of row) rowStart[at + 1] = (rowStart[at + 1] ?? 0) + 1;
  for (let at = 0; at < people.length; at++) rowStart[at + 1] = (rowStart[at + 1] ?? 0) + (rowStart[at] ?? 0);
  const rowsOfColumn = Array.from(cylinders, () => new Int32Array(wordsFor(people.length)));
  const columnsOfRow = Array.from(people, (person, at) => {
    const bits = new Int32Array(wordsFor(cylinders.length));
    for (const cylinder of rowOf(all.relation, person)) {
      const to = columnNumber[cylinder] ?? -1;
      const rows = rowsOfColumn[to];
      if (!rows) continue;
      setBit(bits, to);
      setBit(rows, at);
    }
    return bits;
  });
  const [rows, columns] = [people.length, cylinders.length];
  return { grants, row, column, rowStart, rows, columns, columnsOfRow, rowsOfColumn };
}

/** Ascending, each once. */
function distinct(numbers: Int32Array): Int32Array {
  return numbers.sort().filter((number, at) => at === 0 || numbers[at - 1] !== number);
}

function numbersIn(chosen: Int32Array, count: number): Int32Array {
  const numbers = new Int32Array(count).fill(-1);
  chosen.forEach((of, number) => {
    numbers[of] = number;
  });
  return numbers;
}

/** Grants of the kernel by row, as bits of their columns. */
export function openOfRows({ row, column, rows, columns }: Kernel): Bits[] {
  const open = Array.from({ length: rows }, () => new Int32Array(wordsFor(columns)));
  row.forEach((at, grant) => {
    const bits = open[at];
    if (bits) setBit(bits, column[grant] ?? 0);
  });
  return open;
}
