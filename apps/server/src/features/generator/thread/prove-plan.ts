import { randomInt } from 'node:crypto';
import {
  type AccessRelation,
  draftGrants,
  hoursReader,
  type MinedPlanFile,
  minedPlanFile,
  type RightCells,
  type RightHours,
  relationOf,
  rightPlaces,
  rowOf,
} from '@key2xs/domain';
import { intsOfBytes } from '../packing';
import { cellsOfDecided, type Decided } from '../suggestions/decided-cells';
import type { RunData } from '../suggestions/run-data';
import { additionsOf, type SuggestionRow } from '../suggestions/suggestion-rows';

export type ProofOrder = {
  /** All that are not rejected. */
  rows: readonly SuggestionRow[];
  decided: readonly Decided[];
  /** By number, each different; null: people and cylinders are shuffled numbers, and nothing has a name. */
  names: { people: string[]; cylinders: string[] } | null;
  warnings: { code: string; text?: string }[];
};

/** The file of a plan as `npm run verify-plan` reads it, in UTF-8. */
export function provePlan(data: RunData, { rows, decided, names, warnings }: ProofOrder): Uint8Array {
  const { relation, needsApproval } = data.mining;
  const cellsDecided = cellsOfDecided(decided, data);
  const grants = draftGrants(relation, {
    accepted: rows.map((row) => ({
      id: row.id,
      kind: row.kind,
      people: intsOfBytes(row.people),
      cylinders: intsOfBytes(row.cylinders),
      additions: additionsOf(row),
      acceptsAdditions: row.additions_accepted,
    })),
    needsApproval,
    ...cellsDecided,
    rest: 'single',
  });
  const renumber = names ? undefined : { people: shuffled(relation.people), cylinders: shuffled(relation.cylinders) };
  const personOf = (person: number) => renumber?.people[person] ?? person;
  const cylinderOf = (cylinder: number) => renumber?.cylinders[cylinder] ?? cylinder;
  const cells = ({ people, cylinders }: RightCells): RightCells => ({
    people: people.map(personOf),
    cylinders: cylinders.map(cylinderOf),
  });
  const sorted = (numbers: Int32Array, of: (number: number) => number) => numbers.map(of).sort();
  const blocks = grants.ofSuggestions.flatMap((ofOne, n) =>
    ofOne.map((grant, part) => ({
      id: names ? `${rows[n]?.id}-${part}` : `b${n}-${part}`,
      ...(names && { name: rows[n]?.name ?? '' }),
      people: sorted(grant.people, personOf),
      cylinders: sorted(grant.cylinders, cylinderOf),
      isRule: grant.isToAll && rows[n]?.kind === 'rule',
    })),
  );
  const rest = cellsOf(grants.ofRest);
  const isOnRequest = (cylinder: number) => needsApproval[cylinder] === 1;
  const file = minedPlanFile({
    people: names?.people ?? data.people.map((_, number) => `p${number + 1}`),
    cylinders: names?.cylinders ?? data.cylinders.map((_, number) => `c${number + 1}`),
    relation: renumber ? renumbered(data, renumber) : relation,
    rules: blocks.filter(({ isRule }) => isRule).map(({ isRule: _, ...block }) => block),
    profiles: blocks.filter(({ isRule }) => !isRule).map(({ isRule: _, ...block }) => block),
    singles: cells(where(rest, (cylinder) => !isOnRequest(cylinder))),
    requestOnly: cells(where(rest, isOnRequest)),
    additions: cells(grants.gained),
    removals: cells(grants.lost),
    proof: proofOf(data, cellsDecided.removed, { personOf, cylinderOf }),
    ...(data.hours && { hours: hoursOf(data, grants.gained, renumber) }),
    warnings,
  });
  return Buffer.from(linesOf(file));
}

/** JSON with a line for each field, as the lists are long. */
const linesOf = (file: MinedPlanFile): string =>
  `{\n${Object.entries(file)
    .map(([name, field]) => `${JSON.stringify(name)}:${JSON.stringify(field)}`)
    .join(',\n')}\n}\n`;

/** Of the rights in the order of the file; what is new has the hours that the draft gives it. */
function hoursOf({ mining, hours }: RunData, gained: RightCells, renumber: Renumbering | undefined) {
  const before = hours ?? { schedules: [[]], of: new Int32Array(mining.relation.list.length) };
  const read = hoursReader(mining.relation, before);
  const additions = Array.from(gained.people, (person, n) => read(person, gained.cylinders[n] ?? 0));
  return { before: renumber ? renumberedHours(mining.relation, before, renumber) : before, additions };
}

function renumberedHours(relation: AccessRelation, before: RightHours, { people, cylinders }: Renumbering): RightHours {
  const read = hoursReader(relation, before);
  const personOf = inverse(people);
  const cylinderOf = inverse(cylinders);
  const rows = Array.from({ length: relation.people }, (_, person) => {
    const row = rowOf(relation, personOf[person] ?? 0).map((cylinder) => cylinders[cylinder] ?? 0);
    return Array.from(row.sort(), (cylinder) => read(personOf[person] ?? 0, cylinderOf[cylinder] ?? 0));
  });
  return { ...before, of: Int32Array.from(rows.flat()) };
}

function inverse(numbers: Int32Array): Int32Array {
  const of = new Int32Array(numbers.length);
  for (const [number, other] of numbers.entries()) of[other] = number;
  return of;
}

type Renumbering = { people: Int32Array; cylinders: Int32Array };

/** Every number below `count`, each once, in an order that no one can foresee. */
function shuffled(count: number): Int32Array {
  const numbers = Int32Array.from({ length: count }, (_, number) => number);
  for (let at = count - 1; at > 0; at--) {
    const other = randomInt(at + 1);
    [numbers[at], numbers[other]] = [numbers[other] ?? 0, numbers[at] ?? 0];
  }
  return numbers;
}

function renumbered({ mining: { relation } }: RunData, { people, cylinders }: Renumbering) {
  const pairs = function* () {
    for (let person = 0; person < relation.people; person++) {
      for (const cylinder of rowOf(relation, person)) yield [people[person] ?? 0, cylinders[cylinder] ?? 0] as const;
    }
  };
  return relationOf(relation.people, relation.cylinders, pairs());
}

const cellsOf = (grants: readonly { people: Int32Array; cylinders: Int32Array }[]): RightCells => {
  const pairs = grants.flatMap(({ people, cylinders }) =>
    [...people].flatMap((person) => [...cylinders].map((cylinder) => [person, cylinder] as const)),
  );
  return {
    people: Int32Array.from(pairs, ([person]) => person),
    cylinders: Int32Array.from(pairs, ([, cylinder]) => cylinder),
  };
};

const where = ({ people, cylinders }: RightCells, holds: (cylinder: number) => boolean): RightCells => ({
  people: people.filter((_, n) => holds(cylinders[n] ?? 0)),
  cylinders: cylinders.filter(holds),
});

type Numbering = { personOf: (person: number) => number; cylinderOf: (cylinder: number) => number };

/** Of the rights that suggestions still give. */
function proofOf(
  { mining: { relation }, rights, proof }: RunData,
  removed: RightCells,
  { personOf, cylinderOf }: Numbering,
) {
  const isRemoved = new Set(Array.from(removed.people, (person, n) => `${person} ${removed.cylinders[n]}`));
  const given = new Set([rightPlaces.indexOf('by_rules'), rightPlaces.indexOf('by_profiles')]);
  const isGiven = (person: number, cylinder: number) => {
    const at = (relation.start[person] ?? 0) + rowOf(relation, person).indexOf(cylinder);
    return given.has(rights.places[at] ?? -1) && !isRemoved.has(`${person} ${cylinder}`);
  };
  const pairs = (cells: RightCells) =>
    Array.from(cells.people, (person, n): [number, number] => [person, cells.cylinders[n] ?? 0]);
  const renumber = ([person, cylinder]: [number, number]): [number, number] => [personOf(person), cylinderOf(cylinder)];
  const grants = pairs(proof.rights).filter((pair) => isGiven(...pair));
  const core = proof.core && { profiles: proof.core.profiles, grants: pairs(proof.core.rights) };
  const isCoreGiven = core?.grants.every((pair) => isGiven(...pair));
  return {
    grants: grants.map(renumber),
    ...(core && isCoreGiven && { core: { ...core, grants: core.grants.map(renumber) } }),
  };
}
