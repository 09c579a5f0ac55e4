import { type AccessRelation, relationOfRows } from '../access-relation';
import type { MiningInput } from '../plan/mining-input';
import { randomOf } from '../random';

/** Access without anything that limits it. */
export const inputOf = (relation: AccessRelation, more: Partial<MiningInput> = {}): MiningInput => ({
  relation,
  attributes: [],
  protectionClass: new Uint8Array(relation.cylinders),
  needsApproval: new Uint8Array(relation.cylinders),
  neverBoth: [],
  used: null,
  previous: [],
  ...more,
});

/** A small organisation with departments, titles and noise, and one of each thing that limits what may change. */
export function someInput(seed: number, people = 60, cylinders = 24): MiningInput {
  const random = randomOf(seed);
  const departments = Array.from({ length: people }, () => random.below(4));
  const titles = Array.from({ length: people }, () => random.below(3));
  const isGiven = (person: number, cylinder: number) =>
    cylinder % 6 === departments[person] || cylinder % 9 === 4 + (titles[person] ?? 0);
  const rows = departments.map((_, person) =>
    Array.from({ length: cylinders }, (_, cylinder) => cylinder).filter((cylinder) =>
      random.next() < 0.04 ? !isGiven(person, cylinder) : isGiven(person, cylinder),
    ),
  );
  const attribute = (name: 'department' | 'job_title', values: number, list: number[]) => ({
    name,
    values,
    start: Int32Array.from({ length: people + 1 }, (_, person) => person),
    list: Int32Array.from(list),
    keys: Array.from({ length: values }, (_, value) => `${name} ${value}`),
  });
  const relation = relationOfRows(cylinders, rows);
  return inputOf(relation, {
    attributes: [attribute('department', 4, departments), attribute('job_title', 3, titles)],
    protectionClass: Uint8Array.from({ length: cylinders }, () => random.below(5)),
    needsApproval: Uint8Array.from({ length: cylinders }, () => Number(random.below(8) === 0)),
    neverBoth: [{ first: Int32Array.of(random.below(6)), second: Int32Array.of(6 + random.below(6)) }],
  });
}
