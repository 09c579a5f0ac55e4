import { runToEnd } from '../../run-to-end';
import { cylindersOfRow } from '../answers/ask-access';
import type { AccessIndex } from '../indexing/access-index';
import { countBits, unite, wordsFor } from '../indexing/bits';
import { peopleInRow } from '../indexing/people';

/** Totals of access, regardless of hours. */
export type AccessSum = {
  /** People with at least one door. */
  people: number;
  /** Doors with at least one person. */
  doors: number;
  /** Pairs of person and door. */
  rights: number;
};

/** Sums an index, row by row. */
export function sumAccess(index: AccessIndex): AccessSum {
  return runToEnd(summing(index));
}

/** The same in one step per row, so that other work can run in between; the index must not be patched meanwhile. */
export function* summing(index: AccessIndex): Generator<undefined, AccessSum> {
  const doors = new Int32Array(wordsFor(index.doors.ids.length));
  const sum = { people: 0, rights: 0 };
  for (let row = 1; row < index.people.rows.length; row++) {
    yield;
    const opened = cylindersOfRow(index, row);
    const count = countBits(opened);
    const people = count > 0 ? peopleInRow(index.people, row).length : 0;
    if (people === 0) continue;
    unite(doors, opened);
    sum.people += people;
    sum.rights += people * count;
  }
  return { ...sum, doors: countBits(doors) };
}
