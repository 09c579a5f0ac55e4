import { foldText } from '../../fold-text';

/** A title or department as written, and the number of people who have it. */
export type Spelling = { value: string; folded: string; people: number };

/** One slip per four letters is a typing error; more is another word. */
const lettersPerSlip = 4;
const maxSlips = 4;

/**
 * The existing value whose spelling is nearest to an unused one; undefined if none is near. Slips are deleted, inserted,
 * replaced or transposed letters in folded text. Values with different digits never match. Of equally near values, the one
 * with the most people wins.
 */
export function nearestSpelling(wanted: string, spellings: Iterable<Spelling>): string | undefined {
  const folded = foldText(wanted);
  const limit = Math.min(maxSlips, Math.floor(folded.length / lettersPerSlip));
  let best: (Spelling & { slips: number }) | undefined;
  for (const spelling of spellings) {
    const allowed = best?.slips ?? limit;
    if (digitsOf(spelling.folded) !== digitsOf(folded)) continue;
    if (Math.abs(spelling.folded.length - folded.length) > allowed) continue;
    const slips = countSlips(folded, spelling.folded, allowed);
    if (slips > allowed) continue;
    if (!best || slips < best.slips || isBefore(spelling, best)) best = { ...spelling, slips };
  }
  return best?.value;
}

const digitsOf = (text: string): string => text.replace(/\D/g, '');

const isBefore = (a: Spelling, b: Spelling): boolean =>
  a.people !== b.people ? a.people > b.people : a.folded < b.folded;

/** Edit distance with transpositions, row by row; stops with a number above `limit` as soon as it must exceed it. */
function countSlips(a: string, b: string, limit: number): number {
  let [before, last] = [[] as number[], Array.from({ length: b.length + 1 }, (_, j) => j)];
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1];
      let slips = Math.min(at(last, j) + 1, at(row, j - 1) + 1, at(last, j - 1) + (isSame ? 0 : 1));
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (isSwap) slips = Math.min(slips, at(before, j - 2) + 1);
      row.push(slips);
    }
    if (Math.min(...row) > limit && Math.min(...last) > limit) return limit + 1;
    [before, last] = [last, row];
  }
  return at(last, b.length);
}

const at = (row: readonly number[], i: number): number => row[i] ?? Number.POSITIVE_INFINITY;
