import { cylindersOfRow } from '../answers/ask-access';
import type { AccessIndex } from '../indexing/access-index';
import { type Bits, hasBit, lowestBit, wordAt, wordsFor } from '../indexing/bits';
import { peopleInRow } from '../indexing/people';

/** Who may open what, as one matrix. */
export type AccessMatrix = {
  /** Words of one row. Row r of the index, shared by all its people, starts at word r × `words`: cylinders as bits. */
  words: number;
  bits: Bits;
};

/**
 * People of one row share a line, so 50,000 people × 10,000 cylinders take about 15 MB instead of 60.
 * @param epochMs counts what is open at that moment; without it, what is open at any time
 */
export function accessMatrix(index: AccessIndex, epochMs?: number): AccessMatrix {
  const words = wordsFor(index.doors.ids.length);
  const bits = new Int32Array(index.people.rows.length * words);
  for (let row = 1; row < index.people.rows.length; row++) {
    bits.set(cylindersOfRow(index, row, epochMs), row * words);
  }
  return { words, bits };
}

/**
 * Counts the pairs of person and cylinder in each cell of a grid, for example departments × places.
 *
 * @param lines   the rows of people of each line; a row may be in several, as people are in several groups
 * @param columnOf column of each cylinder; -1 for none
 * @returns counts, line by line; `lines.length` × `columns` of them
 */
export function countAccess(
  matrix: AccessMatrix,
  index: AccessIndex,
  { lines, columnOf, columns }: { lines: readonly (readonly number[])[]; columnOf: Int32Array; columns: number },
): Float64Array {
  const counts = new Float64Array(lines.length * columns);
  for (const [line, rows] of lines.entries()) {
    for (const row of rows) {
      const people = peopleInRow(index.people, row).length;
      if (people === 0) continue;
      for (let i = 0; i < matrix.words; i++) {
        for (let word = wordAt(matrix.bits, row * matrix.words + i); word !== 0; word &= word - 1) {
          const column = columnOf[(i << 5) + lowestBit(word)] ?? -1;
          if (column >= 0) counts[line * columns + column] = (counts[line * columns + column] ?? 0) + people;
        }
      }
    }
  }
  return counts;
}

/** One string per person with a 0 or 1 per cylinder, in the given order. People and cylinders are numbers of the index. */
export function accessWindow(
  index: AccessIndex,
  { people, cylinders }: { people: readonly number[]; cylinders: readonly number[] },
  epochMs?: number,
): string[] {
  const ofRow = new Map<number, string>();
  return people.map((person) => {
    const row = wordAt(index.people.rowOf, person);
    const known = ofRow.get(row);
    if (known !== undefined) return known;
    const open = cylindersOfRow(index, row, epochMs);
    const line = cylinders.map((cylinder) => (hasBit(open, cylinder) ? '1' : '0')).join('');
    ofRow.set(row, line);
    return line;
  });
}
