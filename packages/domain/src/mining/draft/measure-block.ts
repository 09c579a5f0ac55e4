import { type AccessRelation, rowOf } from '../access-relation';
import type { MinedSuggestion } from '../plan/mined-plan';

/** What follows from the people and cylinders of a suggestion. */
export type BlockMeasures = Pick<
  MinedSuggestion,
  'core' | 'likely' | 'limited' | 'additions' | 'confidence' | 'support' | 'recall' | 'lift' | 'outliers'
>;

type Block = {
  people: Int32Array;
  cylinders: Int32Array;
  /** Whether people who lack a cylinder may newly get it. */
  mayAdd: (cylinder: number) => boolean;
};

/**
 * Measures people and cylinders against who has what. Cost: O(rights of the people + people × cylinders).
 * @param holders the relation with sides swapped
 */
export function measureBlock(
  relation: AccessRelation,
  holders: AccessRelation,
  { people, cylinders, mayAdd }: Block,
): BlockMeasures {
  const held = heldOf(relation, people, cylinders);
  const kindOf = (at: number) =>
    held.byCylinder[at] === people.length ? 'core' : mayAdd(cylinders[at] ?? -1) ? 'likely' : 'limited';
  const of = (kind: string) => cylinders.filter((_, at) => kindOf(at) === kind);
  const likely = of('likely');
  const cells = people.length * cylinders.length;
  const rights = cylinders.reduce((sum, cylinder) => sum + rowOf(holders, cylinder).length, 0);
  const confidence = cells === 0 ? 0 : held.total / cells;
  const usual = relation.people * cylinders.length === 0 ? 0 : rights / (relation.people * cylinders.length);
  return {
    core: of('core'),
    likely,
    limited: of('limited'),
    additions: missingOf(relation, people, likely),
    confidence,
    support: held.byPerson.reduce((sum, count) => sum + (count === cylinders.length ? 1 : 0), 0),
    recall: rights === 0 ? 0 : held.total / rights,
    lift: usual === 0 ? 0 : confidence / usual,
    outliers: people.filter((_, at) => (held.byPerson[at] ?? 0) * 2 < cylinders.length),
  };
}

/** How many of the cylinders each person has, and how many of the people have each cylinder. */
function heldOf(relation: AccessRelation, people: Int32Array, cylinders: Int32Array) {
  const positions = new Int32Array(relation.cylinders).fill(-1);
  for (const [at, cylinder] of cylinders.entries()) positions[cylinder] = at;
  const byPerson = new Int32Array(people.length);
  const byCylinder = new Int32Array(cylinders.length);
  let total = 0;
  for (const [i, person] of people.entries()) {
    for (const cylinder of rowOf(relation, person)) {
      const at = positions[cylinder] ?? -1;
      if (at < 0) continue;
      byPerson[i] = (byPerson[i] ?? 0) + 1;
      byCylinder[at] = (byCylinder[at] ?? 0) + 1;
      total++;
    }
  }
  return { byPerson, byCylinder, total };
}

function missingOf(relation: AccessRelation, people: Int32Array, cylinders: Int32Array) {
  const missing = { people: [] as number[], cylinders: [] as number[] };
  if (cylinders.length > 0) {
    for (const person of people) {
      const row = new Set(rowOf(relation, person));
      for (const cylinder of cylinders) {
        if (row.has(cylinder)) continue;
        missing.people.push(person);
        missing.cylinders.push(cylinder);
      }
    }
  }
  return { people: Int32Array.from(missing.people), cylinders: Int32Array.from(missing.cylinders) };
}
