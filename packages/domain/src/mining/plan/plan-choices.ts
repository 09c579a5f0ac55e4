import { type ProfileBlock, transpose } from '../access-relation';
import { grantsOf } from './grants-of';
import { minePlan } from './mine-plan';
import type { MinedFigures, MinedPlan } from './mined-plan';
import type { Generosity, MiningInput, MiningSettings } from './mining-input';

export type MinedChoice = Pick<MiningSettings, 'mode' | 'generosity'> &
  Pick<MinedFigures, 'rules' | 'profiles' | 'links' | 'single' | 'additions'> & { transition: Transition };

/** What changes from the profiles of today. */
export type Transition = {
  /** Their access rests on other profiles. */
  people: Int32Array;
  /** They would newly get something. */
  gaining: Int32Array;
  /** Of the profiles that people get or lose. */
  cylinders: Int32Array;
};

const points: readonly Pick<MiningSettings, 'mode' | 'generosity'>[] = [
  { mode: 'exact', generosity: 0 },
  { mode: 'compact', generosity: 0 },
  ...([0, 1, 2, 3, 4] as Generosity[]).map((generosity) => ({ mode: 'rules_first' as const, generosity })),
];

/**
 * Plans to choose from, by number of profiles: none of them is as good as another in profiles, links, single rights,
 * additions and people who change, and worse in one. Additions count as accepted.
 * @yields after each step, how many of all are done
 */
export function* planChoices(
  input: MiningInput,
  settings: MiningSettings,
  today: readonly ProfileBlock[],
): Generator<{ done: number; total: number }, MinedChoice[]> {
  const choices: MinedChoice[] = [];
  for (const [done, point] of points.entries()) {
    const run = minePlan(input, { ...settings, ...point }, { proves: false });
    let step = run.next();
    for (; !step.done; step = run.next()) yield { done, total: points.length };
    const { rules, profiles, links, single, additions } = step.value.figures;
    const transition = transitionTo(input, step.value, today);
    choices.push({ ...point, rules, profiles, links, single, additions, transition });
  }
  return choices
    .filter((choice, n) => !choices.some((other, m) => isBetter(other, choice) || (m < n && isEqual(other, choice))))
    .sort((a, b) => a.profiles - b.profiles);
}

const costs = (choice: MinedChoice): number[] => [
  choice.profiles,
  choice.links,
  choice.single,
  choice.additions,
  choice.transition.people.length,
];

const isEqual = (a: MinedChoice, b: MinedChoice): boolean => costs(a).join() === costs(b).join();

const isBetter = (a: MinedChoice, b: MinedChoice): boolean =>
  !isEqual(a, b) && costs(a).every((cost, n) => cost <= (costs(b)[n] ?? 0));

/** @param today the profiles that access rests on now, without single rights */
export function transitionTo(
  { relation }: MiningInput,
  { suggestions }: MinedPlan,
  today: readonly ProfileBlock[],
): Transition {
  const holders = transpose(relation);
  const planned = suggestions.flatMap((suggestion) => grantsOf(relation, suggestion, true, holders));
  const contents = new Map<string, { number: number; cylinders: Int32Array }>();
  const [before, after] = [today, planned].map((blocks) => contentsByPerson(relation.people, blocks, contents));
  const changed: number[] = [];
  const touched = new Set<number>();
  const cylindersOf = [...contents.values()].map(({ cylinders }) => cylinders);
  for (let person = 0; person < relation.people; person++) {
    const [old, next] = [before?.[person] ?? new Set<number>(), after?.[person] ?? new Set<number>()];
    const differing = [...[...old].filter((one) => !next.has(one)), ...[...next].filter((one) => !old.has(one))];
    if (differing.length > 0) changed.push(person);
    for (const content of differing) for (const cylinder of cylindersOf[content] ?? []) touched.add(cylinder);
  }
  const gaining = new Set(suggestions.flatMap(({ additions }) => [...additions.people]));
  return {
    people: Int32Array.from(changed),
    gaining: Int32Array.from(gaining).sort(),
    cylinders: Int32Array.from(touched).sort(),
  };
}

/** For each person its profiles, by their cylinders: two with the same are one, whatever their names. */
function contentsByPerson(
  people: number,
  blocks: readonly ProfileBlock[],
  contents: Map<string, { number: number; cylinders: Int32Array }>,
): Set<number>[] {
  const ofPerson: Set<number>[] = Array.from({ length: people }, () => new Set());
  for (const { people: members, cylinders } of blocks) {
    const key = cylinders.join();
    const { number } = contents.get(key) ?? { number: contents.size };
    contents.set(key, { number, cylinders });
    for (const person of members) ofPerson[person]?.add(number);
  }
  return ofPerson;
}
