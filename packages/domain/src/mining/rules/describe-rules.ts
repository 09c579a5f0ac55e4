import { type AccessRelation, rowOf } from '../access-relation';
import type { Generosity } from '../plan/mining-input';
import { divideGrants } from './divide-grants';
import type { Noise } from './link-costs';
import { cylinderUse, type MinedRule, type MinedRules, type RulesInput } from './mined-rules';
import { membersOf, type PersonGroups, partsOf } from './person-groups';
import { relationOfCells } from './relation-of-cells';
import type { RuleLinks } from './rule-links';
import type { SimilarHolder } from './similar-holders';

/** The largest share of the people of a rule that may get a cylinder they lack. */
export const maxAdded: Record<Generosity, number> = [0, 0.02, 0.06, 0.12, 0.25];

export type RuleModel = {
  byCylinder: AccessRelation;
  groups: PersonGroups;
  links: RuleLinks;
  similar: readonly SimilarHolder[];
  noise: Noise;
};

/**
 * The model as rules with all that an explanation of them needs.
 *
 * @yields the share that is done
 */
export function* describeRules(input: RulesInput, model: RuleModel): Generator<number, MinedRules> {
  const lacking = yield* lackingOf(model);
  const rules: MinedRule[] = [];
  for (const [group, links] of lacking) {
    rules.push(describe(input, model, { group, links }));
    if (rules.length % 20 === 0) yield 0.4 + (0.3 * rules.length) / lacking.size;
  }
  rules.sort((a, b) => b.figures.explained - a.figures.explained);
  yield 0.7;
  const missing = missingOf(input.relation, rules, model.similar);
  yield 0.75;
  const dividing = divideGrants(input.relation, { ...model, ofCylinder: model.links.ofCylinder });
  let divided = dividing.next();
  for (; !divided.done; divided = dividing.next()) yield 0.75 + 0.25 * divided.value;
  return {
    rules,
    ...divided.value,
    missing,
    noise: model.noise,
    reason: rules.length > 0 ? null : { code: 'no_pattern', nearest: { mode: 'exact' } },
  };
}

type Cells = { person: number[]; cylinder: number[] };

function addCells(cells: Cells, person: number, cylinders: readonly number[]): void {
  for (const cylinder of cylinders) {
    cells.person.push(person);
    cells.cylinder.push(cylinder);
  }
}

type Lacking = { cylinder: number; people: number[] };

/** For each group of the model its cylinders, ascending, with the people of the group that lack them. */
function* lackingOf({ byCylinder, groups, links }: RuleModel): Generator<number, Map<number, Lacking[]>> {
  const isHolder = new Int32Array(byCylinder.cylinders).fill(-1);
  const lacking = new Map<number, Lacking[]>();
  for (const [cylinder, chosen] of links.ofCylinder.entries()) {
    if (cylinder % 200 === 199) yield (0.4 * cylinder) / links.ofCylinder.length;
    if (chosen.length === 0) continue;
    for (const person of rowOf(byCylinder, cylinder)) isHolder[person] = cylinder;
    for (const group of chosen) {
      const people: number[] = [];
      for (const person of membersOf(groups, group)) if (isHolder[person] !== cylinder) people.push(person);
      const known = lacking.get(group);
      if (known) known.push({ cylinder, people });
      else lacking.set(group, [{ cylinder, people }]);
    }
  }
  return lacking;
}

function describe(
  { relation, policy, generosity }: RulesInput,
  { byCylinder, groups }: RuleModel,
  { group, links }: { group: number; links: Lacking[] },
): MinedRule {
  const people = membersOf(groups, group).slice();
  const start = new Int32Array(links.length + 1);
  const lacked = new Map<number, number>();
  let granted = 0;
  links.forEach(({ cylinder, people: lackers }, i) => {
    start[i + 1] = (start[i] ?? 0) + lackers.length;
    for (const person of lackers) lacked.set(person, (lacked.get(person) ?? 0) + 1);
    granted += (byCylinder.start[cylinder + 1] ?? 0) - (byCylinder.start[cylinder] ?? 0);
  });
  const cells = people.length * links.length;
  const additions = start[links.length] ?? 0;
  const confidence = (cells - additions) / cells;
  const mayAddAll = ({ cylinder, people: lackers }: Lacking): boolean =>
    lackers.length <= maxAdded[generosity] * people.length &&
    policy.addsAtAll[cylinder] !== 0 &&
    lackers.every((person) => policy.mayAdd(person, cylinder));
  return {
    conditions: partsOf(groups, group).map(groups.condition),
    people,
    cylinders: Int32Array.from(links, ({ cylinder }) => cylinder),
    use: Uint8Array.from(links, (link) => {
      if (link.people.length === 0) return cylinderUse.complete;
      return mayAddAll(link) ? cylinderUse.additions : cylinderUse.refused;
    }),
    lacking: { start, list: Int32Array.from(links.flatMap(({ people: lackers }) => lackers)) },
    misfits: people.filter((person) => (lacked.get(person) ?? 0) * 2 > links.length),
    figures: {
      support: people.length,
      complete: people.length - lacked.size,
      explained: cells - additions,
      additions,
      confidence,
      recall: (cells - additions) / granted,
      lift: (confidence * relation.people * links.length) / granted,
    },
  };
}

/** What fitting people, and those similar to them, lack of the profiles of their rules. */
function missingOf(
  { people, cylinders }: AccessRelation,
  rules: readonly MinedRule[],
  similar: readonly SimilarHolder[],
): AccessRelation {
  const cells: Cells = { person: [], cylinder: [] };
  for (const { person, lacked } of similar) addCells(cells, person, lacked);
  for (const { cylinders: profile, lacking, misfits } of rules) {
    const unfit = new Set(misfits);
    profile.forEach((cylinder, i) => {
      for (const person of lacking.list.subarray(lacking.start[i], lacking.start[i + 1])) {
        if (!unfit.has(person)) addCells(cells, person, [cylinder]);
      }
    });
  }
  return relationOfCells(people, cylinders, cells);
}
