import { type MatrixGrant, matrixSide, type PlanMatrix, type TimeRestriction } from '@key2xs/contract';
import type { MatrixWay } from '#components/matrix/source/matrix-source';
import type { ColumnNode } from '../axes/column-tree';
import { createReading, mark, type PeopleOfRow, wayOf, ways } from './crossing-tally';

/** What one grant does at a crossing. */
export type GrantThere = {
  grant: MatrixGrant;
  hours: readonly TimeRestriction[];
  way: MatrixWay;
  /** People of the row that it lets open some door of the column. */
  people: number;
  /** Doors of the column that it opens. */
  doors: number;
};

/** A crossing in numbers of people; of a single person and door each number is 0 or 1. */
export type Explanation = {
  people: number;
  doors: number;
  /** People who may open some of the doors: on the compared sides, and as recorded. */
  from: number;
  to: number;
  recorded: number;
  gaining: number;
  losing: number;
  waiting: number;
  conflicts: number;
  /** May open some door by another plan that is active. */
  elsewhere: number;
  /** Strongest first, then by people. */
  grants: GrantThere[];
};

/** Why people of a row may open doors of a column, from the answer alone: O(classes of the row × grants of the column). */
export function explainCrossing(matrix: PlanMatrix, row: PeopleOfRow, column: ColumnNode): Explanation {
  const { bitsOf, marksOf } = createReading(matrix);
  const totals = { from: 0, to: 0, recorded: 0, gaining: 0, losing: 0, waiting: 0, conflicts: 0, elsewhere: 0 };
  const grants = new Map<number, { people: number; way: number; doors: Map<number, number> }>();
  for (const [index, people] of row.classes) {
    const ofClass = matrix.row_classes[index];
    if (!ofClass) continue;
    const held = new Set(ofClass.grants);
    const reaching = new Set<number>();
    let [anySides, marks] = [0, 0];
    for (const [door, count] of column.classes) {
      let sides = 0;
      for (const [grant, via] of matrix.column_classes[door] ?? []) {
        if (!held.has(grant)) continue;
        const found = matrix.grants[grant];
        sides |= found ? bitsOf(found) : 0;
        const there = grants.get(grant) ?? { people: 0, way: 0, doors: new Map<number, number>() };
        const by = wayOf(via, ofClass.personal.includes(grant));
        if (there.way === 0 || by < there.way) there.way = by;
        if (!reaching.has(grant)) there.people += people;
        reaching.add(grant);
        there.doors.set(door, count);
        grants.set(grant, there);
      }
      anySides |= sides;
      marks |= marksOf(sides);
    }
    if (anySides & matrixSide.from) totals.from += people;
    if (anySides & matrixSide.to) totals.to += people;
    if (anySides & matrixSide.recorded) totals.recorded += people;
    if (anySides & matrixSide.elsewhere) totals.elsewhere += people;
    if (marks & mark.gained) totals.gaining += people;
    if (marks & mark.lost) totals.losing += people;
    if (marks & mark.pending) totals.waiting += people;
    if (ofClass.has_conflict && anySides & (matrixSide.from | matrixSide.to)) totals.conflicts += people;
  }
  const named = [...grants].flatMap(([index, { people, way, doors }]) => {
    const grant = matrix.grants[index];
    const strongest = ways[way];
    if (!grant || !strongest) return [];
    const reached = [...doors.values()].reduce((sum, count) => sum + count, 0);
    return [{ grant, hours: matrix.hours[grant.hours] ?? [], way: strongest, people, doors: reached }];
  });
  named.sort((a, b) => ways.indexOf(a.way) - ways.indexOf(b.way) || b.people - a.people);
  return { people: row.people, doors: column.size, ...totals, grants: named };
}
