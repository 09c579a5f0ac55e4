import type { MiningData } from './mining-data';

type Visitor = (at: number, code: number, person: number) => void;

/**
 * Visits the rights of people at lists of cylinders, with the number of the list that the cylinder is in; from the side that has
 * fewer rights.
 */
export function visitingRights({
  input: { relation },
  holders,
  rightAt,
}: Pick<MiningData, 'input' | 'holders' | 'rightAt'>) {
  const { start, list } = relation;
  const codeOf = new Uint8Array(relation.cylinders);
  const isVisited = new Uint8Array(relation.people);

  const byPerson = (people: Int32Array, cylinders: readonly Int32Array[], visitor: Visitor): void => {
    cylinders.forEach((some, n) => {
      for (const cylinder of some) codeOf[cylinder] = n + 1;
    });
    for (const person of people) {
      const end = start[person + 1] ?? 0;
      for (let at = start[person] ?? 0; at < end; at++) {
        const code = codeOf[list[at] ?? 0] ?? 0;
        if (code > 0) visitor(at, code - 1, person);
      }
    }
    for (const some of cylinders) for (const cylinder of some) codeOf[cylinder] = 0;
  };

  const byCylinder = (people: Int32Array, cylinders: readonly Int32Array[], visitor: Visitor): void => {
    for (const person of people) isVisited[person] = 1;
    cylinders.forEach((some, n) => {
      for (const cylinder of some) {
        const end = holders.start[cylinder + 1] ?? 0;
        for (let held = holders.start[cylinder] ?? 0; held < end; held++) {
          const person = holders.list[held] ?? 0;
          if (isVisited[person] === 1) visitor(rightAt[held] ?? 0, n, person);
        }
      }
    });
    for (const person of people) isVisited[person] = 0;
  };

  return (people: Int32Array, cylinders: readonly Int32Array[], visitor: Visitor): void => {
    const atCylinders = cylinders.reduce((sum, some) => sum + countIn(holders.start, some), 0);
    const visit = atCylinders < countIn(start, people) ? byCylinder : byPerson;
    visit(people, cylinders, visitor);
  };
}

/** How many entries these rows have. */
function countIn(start: Int32Array, rows: Int32Array): number {
  let count = 0;
  for (const row of rows) count += (start[row + 1] ?? 0) - (start[row] ?? 0);
  return count;
}
