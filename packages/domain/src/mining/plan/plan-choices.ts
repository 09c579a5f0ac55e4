import { type AccessRelation, type ProfileBlock, transpose } from '../access-relation';
import { grantsOf } from './grants-of';
import { minePlan } from './mine-plan';
import type { MinedFigures, MinedPlan, MinedSuggestion, RightCells } from './mined-plan';
import type { Generosity, MiningInput, MiningSettings } from './mining-input';
import { planOfAll } from './plan-of';

/** A plan to choose from: how it was mined, what it gives and what it takes to get there. */
export type MinedChoice = Pick<MiningSettings, 'mode' | 'generosity'> &
  Pick<MinedFigures, 'rules' | 'profiles' | 'links' | 'single' | 'additions'> & {
    id: string;
    /** The first of the suggestions only; null: all of them. */
    part: { suggestions: number; of: number } | null;
    transition: Transition;
    /** Best first. */
    suggestions: readonly MinedSuggestion[];
  };

/** What changes from the profiles of today. */
export type Transition = {
  /** Their access rests on other profiles. */
  people: Int32Array;
  /** What people would newly get. */
  additions: RightCells;
};

export const maxChoices = 7;

const points: readonly Pick<MiningSettings, 'mode' | 'generosity'>[] = [
  { mode: 'exact', generosity: 0 },
  { mode: 'compact', generosity: 0 },
  ...([0, 1, 2, 3, 4] as Generosity[]).map((generosity) => ({ mode: 'rules_first' as const, generosity })),
];

/** Of the rights by rules and profiles, the shares that the best suggestions of a run alone explain. */
const parts = [0.5, 0.8, 0.95];

type Choosing = {
  input: MiningInput;
  settings: MiningSettings;
  /** The profiles that access rests on now, without single rights. */
  today: readonly ProfileBlock[];
};

/**
 * Plans to choose from: that of the settings first, the best suggestions of it alone, then those of other modes and generosities.
 * @yields after each step, all plans that are worked out so far
 */
export function* planChoices({ input, settings, today }: Choosing): Generator<readonly MinedChoice[], MinedChoice[]> {
  const choices: MinedChoice[] = [];
  const { mode, generosity } = settings;
  const others = points.filter((point) => point.mode !== mode || point.generosity !== generosity);
  for (const point of [{ mode, generosity }, ...others]) {
    const chosen = { ...settings, ...point };
    const run = minePlan(input, chosen, { proves: false });
    let step = run.next();
    for (; !step.done; step = run.next()) yield choices;
    const add = (plan: MinedPlan, part: MinedChoice['part']) => {
      const { rules, profiles, links, single, additions } = plan.figures;
      const figures = { rules, profiles, links, single, additions };
      const transition = transitionTo(input, plan, today);
      choices.push({
        id: choiceId(point, part),
        ...point,
        part,
        ...figures,
        transition,
        suggestions: plan.suggestions,
      });
    };
    add(step.value, null);
    if (choices.length > 1) continue;
    for (const count of partsOf(step.value.suggestions)) {
      yield choices;
      const [first, beyond] = [step.value.suggestions.slice(0, count), step.value.suggestions.slice(count)];
      add(planOfAll(input, chosen, first, { beyond }), { suggestions: count, of: step.value.suggestions.length });
    }
  }
  return choices;
}

export const choiceId = (
  { mode, generosity }: Pick<MiningSettings, 'mode' | 'generosity'>,
  part: MinedChoice['part'] = null,
): string => `${mode}-${generosity}${part ? `-first-${part.suggestions}` : ''}`;

/** How many suggestions explain each share of what all of them explain. */
function partsOf(suggestions: readonly MinedSuggestion[]): number[] {
  const all = suggestions.reduce((sum, { explained }) => sum + explained, 0);
  const counts = parts.map((share) => {
    let explained = 0;
    return suggestions.findIndex((suggestion) => {
      explained += suggestion.explained;
      return explained >= share * all;
    });
  });
  return [...new Set(counts.map((at) => at + 1))].filter((count) => count > 0 && count < suggestions.length);
}

/**
 * At most seven, by number of profiles: none is as good as another in profiles, links, single rights, additions and people who
 * change, and worse in one. Of too many, those go that are most like another. The first stays in any case.
 */
export function chooseAmong([first, ...others]: readonly MinedChoice[]): MinedChoice[] {
  if (!first) return [];
  const all = [first, ...others];
  const chosen = all.filter(
    (choice, n) =>
      choice === first || !all.some((other, m) => isBetter(other, choice) || (m < n && isEqual(other, choice))),
  );
  while (chosen.length > maxChoices) chosen.splice(nearestOf(chosen, first), 1);
  return chosen.sort((a, b) => a.profiles - b.profiles || a.single - b.single);
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

/** The position of the one, without the first, that differs least from another. */
function nearestOf(choices: readonly MinedChoice[], first: MinedChoice): number {
  const most = costs(first).map((_, n) => Math.max(1, ...choices.map((choice) => costs(choice)[n] ?? 0)));
  const distance = (a: MinedChoice, b: MinedChoice) =>
    costs(a).reduce((sum, cost, n) => sum + Math.abs(cost - (costs(b)[n] ?? 0)) / (most[n] ?? 1), 0);
  const nearest = choices.map((choice) =>
    choice === first
      ? Infinity
      : Math.min(...choices.filter((one) => one !== choice).map((one) => distance(one, choice))),
  );
  return nearest.indexOf(Math.min(...nearest));
}

export function transitionTo(
  { relation }: MiningInput,
  { suggestions }: MinedPlan,
  today: readonly ProfileBlock[],
): Transition {
  const changed = peopleWhoChange(relation, suggestions, today);
  const cells = suggestions.map(({ additions }) => additions);
  return {
    people: changed,
    additions: {
      people: Int32Array.from(cells.flatMap(({ people }) => [...people])),
      cylinders: Int32Array.from(cells.flatMap(({ cylinders }) => [...cylinders])),
    },
  };
}

function peopleWhoChange(
  relation: AccessRelation,
  suggestions: readonly MinedSuggestion[],
  today: readonly ProfileBlock[],
): Int32Array {
  const holders = transpose(relation);
  const planned = suggestions.flatMap((suggestion) => grantsOf(relation, suggestion, true, holders));
  const numbers = new Map<string, number>();
  const [before, after] = [today, planned].map((blocks) => contentsByPerson(relation.people, blocks, numbers));
  return Int32Array.from({ length: relation.people }, (_, person) => person).filter((person) => {
    const [old, next] = [before?.[person], after?.[person]];
    return (old?.size ?? 0) !== (next?.size ?? 0) || [...(old ?? [])].some((one) => !next?.has(one));
  });
}

/** For each person its profiles, by their cylinders: two with the same are one, whatever their names. */
function contentsByPerson(
  people: number,
  blocks: readonly ProfileBlock[],
  numbers: Map<string, number>,
): Set<number>[] {
  const ofPerson: Set<number>[] = Array.from({ length: people }, () => new Set());
  for (const { people: members, cylinders } of blocks) {
    const key = cylinders.join();
    const number = numbers.get(key) ?? numbers.size;
    numbers.set(key, number);
    for (const person of members) ofPerson[person]?.add(number);
  }
  return ofPerson;
}
