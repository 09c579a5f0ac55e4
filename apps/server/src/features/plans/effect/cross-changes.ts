import { maxCrossing, type PlanComparison } from '@key2xs/contract';
import { columnsByPlace, crossAccess } from '@key2xs/domain';
import type { Comparison } from './comparison';
import { departmentLines, describePlace } from './describe-crossing';
import type { NamedPlace } from './effect-queries';

type Known = { places: ReadonlyMap<string, NamedPlace>; departments: readonly (string | null)[] };

/** Who gains and loses where: departments by topmost places. @param departments of each change, in their order */
export function crossChanges(
  { effect, after }: Pick<Comparison, 'effect' | 'after'>,
  { places, departments }: Known,
): PlanComparison['by_crossing'] {
  const weights = new Map<string | null, number>();
  for (const [i, { persons, doorsGained, doorsLost }] of effect.changes.entries()) {
    const department = departments[i] ?? null;
    const weight = persons.length * (doorsGained + doorsLost);
    weights.set(department, (weights.get(department) ?? 0) + weight);
  }
  const { lines, lineOf } = departmentLines(weights);
  const weightOf = (door: number) => (effect.gainedAt[door] ?? 0) + (effect.lostAt[door] ?? 0);
  const { columns, columnOf } = columnsByPlace(after.doors, weightOf, maxCrossing);
  const cross = (part: 'gained' | 'lost') => {
    const count = part === 'gained' ? 'doorsGained' : 'doorsLost';
    const alike = effect.changes.flatMap(({ persons, [part]: doors, [count]: doorsOfEach }, i) =>
      doorsOfEach === 0 ? [] : [{ line: lineOf(departments[i] ?? null), people: persons.length, doors }],
    );
    return crossAccess(alike, { lines: lines.length, columns: columns.length, columnOf });
  };
  const [gained, lost] = [cross('gained'), cross('lost')];
  const cells = [...gained.rights.keys()].map((at) => ({
    department: Math.floor(at / columns.length),
    place: at % columns.length,
    gaining: gained.people[at] ?? 0,
    losing: lost.people[at] ?? 0,
    rights_gained: gained.rights[at] ?? 0,
    rights_lost: lost.rights[at] ?? 0,
  }));
  return {
    departments: lines,
    places: columns.map((column) => describePlace(column, places)),
    cells: cells.filter(({ rights_gained, rights_lost }) => rights_gained + rights_lost > 0),
  };
}
