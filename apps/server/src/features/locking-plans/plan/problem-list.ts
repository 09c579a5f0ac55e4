import type { LockingPlanProblem } from '@key2xs/contract';
import type { Sentence } from '@key2xs/texts';
import { columnName } from '../sheet/cell-name';

const maxListed = 1_000;
const maxFoundChars = 80;

/** Row counts from 1, column from 0; if one is missing, the problem concerns all of the other. */
type Place = { row?: number; column?: number };
type Problem = Place & { found: string; message: Sentence; is_fatal: boolean };

/** A problem not yet translated. */
export type SheetProblem = Omit<LockingPlanProblem, 'message'> & { message: Sentence };

/** Collects the problems of a sheet: counts all, keeps at most 1,000, fatal ones first. */
export function createProblemList() {
  const kept: { fatal: Problem[]; notice: Problem[] } = { fatal: [], notice: [] };
  let total = 0;
  let isFatal = false;
  return {
    add: (problem: Problem) => {
      total++;
      isFatal ||= problem.is_fatal;
      const list = problem.is_fatal ? kept.fatal : kept.notice;
      if (list.length < maxListed) list.push(problem);
    },
    isFatal: () => isFatal,
    total: () => total,
    /** In sheet order, whole columns first. */
    list: (): SheetProblem[] =>
      [...kept.fatal, ...kept.notice]
        .slice(0, maxListed)
        .sort((a, b) => (a.row ?? 0) - (b.row ?? 0) || (a.column ?? -1) - (b.column ?? -1))
        .map(({ found, message, is_fatal, ...place }) => ({
          cell: nameOf(place),
          found:
            found.length > maxFoundChars ? `${found.slice(0, maxFoundChars).replace(/\p{Surrogate}$/u, '')}…` : found,
          message,
          is_fatal,
        })),
  };
}

export type ProblemList = ReturnType<typeof createProblemList>;

function nameOf({ row, column }: Place): string {
  if (column === undefined) return `${row}:${row}`;
  const letters = columnName(column);
  return row === undefined ? `${letters}:${letters}` : `${letters}${row}`;
}
