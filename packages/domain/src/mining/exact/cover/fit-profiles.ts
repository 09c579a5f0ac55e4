import { type Bits, countBits, wordAt, wordsFor } from '../../../access/indexing/bits';
import type { Kernel } from './kernel';

/** A profile for each grant of a kernel. */
export type Colouring = { profileOf: Int32Array; profiles: number };

const wordsBetweenYields = 1_000_000;

/** Words of bits that one round of first fit reads, about. */
export const costOfFit = ({ row, rows, columns }: Kernel, profiles: number): number =>
  row.length * (wordsFor(rows) + wordsFor(columns) + wordsFor(profiles)) + profiles * (rows + columns);

/**
 * Gives each grant, in the given order, the first profile that can still hold it. A profile can hold a grant while its person has
 * all cylinders of the profile, and its people all have its cylinder; both are bits by row and by column, a bit for each profile, so
 * that the profiles that can hold a grant are one AND of two lists of words. Yields often.
 */
export function* fitProfiles(kernel: Kernel, order: Int32Array): Generator<undefined, Colouring> {
  const { row, column, rows, columns, columnsOfRow, rowsOfColumn } = kernel;
  const profileOf = new Int32Array(row.length);
  let words = 1;
  let byRow = new Int32Array(rows);
  let byColumn = new Int32Array(columns);
  const rowsOf: Bits[] = [];
  const columnsOf: Bits[] = [];
  let work = 0;
  for (const grant of order) {
    work += words + wordsFor(rows) + wordsFor(columns);
    if (work > wordsBetweenYields) {
      work = 0;
      yield;
    }
    const atRow = row[grant] ?? 0;
    const atColumn = column[grant] ?? 0;
    const allowedRows = rowsOfColumn[atColumn] as Bits; // as: each column of the kernel has bits
    const allowedColumns = columnsOfRow[atRow] as Bits; // likewise
    let profile = firstCommon(byRow, byColumn, atRow * words, atColumn * words, words);
    if (profile < 0) {
      profile = rowsOf.length;
      if (profile === words << 5) {
        byRow = restrided(byRow, words, rows);
        byColumn = restrided(byColumn, words, columns);
        words *= 2;
      }
      rowsOf.push(allowedRows.slice());
      columnsOf.push(allowedColumns.slice());
      setProfile(byRow, words, profile, allowedRows);
      setProfile(byColumn, words, profile, allowedColumns);
    } else {
      restrict(rowsOf[profile] as Bits, allowedRows, byRow, words, profile); // as: pushed when it was opened
      restrict(columnsOf[profile] as Bits, allowedColumns, byColumn, words, profile); // likewise
    }
    profileOf[grant] = profile;
  }
  return { profileOf, profiles: rowsOf.length };
}

function firstCommon(one: Int32Array, other: Int32Array, atOne: number, atOther: number, words: number): number {
  for (let word = 0; word < words; word++) {
    const both = (one[atOne + word] ?? 0) & (other[atOther + word] ?? 0);
    if (both !== 0) return (word << 5) + 31 - Math.clz32(both & -both);
  }
  return -1;
}

function setProfile(table: Int32Array, words: number, profile: number, allowed: Bits): void {
  const bit = 1 << (profile & 31);
  for (let word = 0; word < allowed.length; word++) {
    for (let bits = wordAt(allowed, word); bits !== 0; bits &= bits - 1) {
      const place = ((word << 5) + 31 - Math.clz32(bits & -bits)) * words + (profile >>> 5);
      table[place] = (table[place] ?? 0) | bit;
    }
  }
}

/** Takes out of a profile what the newest grant does not allow. */
function restrict(held: Bits, allowed: Bits, table: Int32Array, words: number, profile: number): void {
  const bit = ~(1 << (profile & 31));
  for (let word = 0; word < held.length; word++) {
    const before = wordAt(held, word);
    const gone = before & ~wordAt(allowed, word);
    if (gone === 0) continue;
    held[word] = before & ~gone;
    for (let bits = gone; bits !== 0; bits &= bits - 1) {
      const place = ((word << 5) + 31 - Math.clz32(bits & -bits)) * words + (profile >>> 5);
      table[place] = (table[place] ?? 0) & bit;
    }
  }
}

/** The same bits with twice as many words for each row. */
function restrided(table: Int32Array, words: number, rows: number): Int32Array<ArrayBuffer> {
  const wide = new Int32Array(2 * words * rows);
  for (let row = 0; row < rows; row++) wide.set(table.subarray(row * words, (row + 1) * words), 2 * row * words);
  return wide;
}

/** Grants by number of fitting ones, or of rows by columns where there is no graph; the fewest first. */
export function byFitting(kernel: Kernel, start: Int32Array | undefined): Int32Array {
  const count = kernel.row.length;
  const weight = start
    ? Float64Array.from({ length: count }, (_, grant) => (start[grant + 1] ?? 0) - (start[grant] ?? 0))
    : sizeOfArea(kernel);
  return Int32Array.from({ length: count }, (_, grant) => grant).sort(
    (one, other) => (weight[one] ?? 0) - (weight[other] ?? 0) || one - other,
  );
}

function sizeOfArea({ row, column, columnsOfRow, rowsOfColumn }: Kernel): Float64Array {
  const widths = columnsOfRow.map(countBits);
  const heights = rowsOfColumn.map(countBits);
  return Float64Array.from(row, (at, grant) => (widths[at] ?? 0) * (heights[column[grant] ?? 0] ?? 0));
}
