import { describe, expect, test } from 'vitest';
import { runToEnd } from '../../run-to-end';
import { relationOfRows, rowOf } from '../access-relation';
import { inputOf, someInput } from '../testing/mining-input';
import { grantsOf } from './grants-of';
import { minePlan } from './mine-plan';
import type { MinedPlan, MinedSuggestion } from './mined-plan';
import type { MiningInput, MiningSettings } from './mining-input';
import { nothingReason } from './nothing-reason';
import { rightsIn } from './place-rights';

const settings: MiningSettings = { seed: 1, mode: 'rules_first', generosity: 0, minPeople: 3, maxSuggestions: 5_000 };
const variants: MiningSettings[] = [
  settings,
  { ...settings, generosity: 2 },
  { ...settings, generosity: 4, minPeople: 2 },
  { ...settings, mode: 'exact', minPeople: 1 },
  { ...settings, mode: 'compact' },
  { ...settings, generosity: 4, maxSuggestions: 3 },
];
const cases = variants.map((chosen, seed) => ({ input: someInput(seed, 36, 20), chosen }));

const mine = (input: MiningInput, over: Partial<MiningSettings> = {}): MinedPlan =>
  runToEnd(minePlan(input, { ...settings, ...over }));
function follow(input: MiningInput, chosen: MiningSettings, isStopped = (_phase: string) => false) {
  const batches: MinedSuggestion[][] = [];
  const run = minePlan(input, chosen, { isStopped });
  for (;;) {
    const { done, value } = run.next();
    if (done) return { plan: value, batches };
    if (value.suggestions.length > 0) batches.push(value.suggestions);
  }
}

const cell = (person: number, cylinder: number): string => `${person} ${cylinder}`;
const cellsOf = (input: MiningInput): Set<string> =>
  new Set(
    Array.from({ length: input.relation.people }, (_, person) =>
      Array.from(rowOf(input.relation, person), (cylinder) => cell(person, cylinder)),
    ).flat(),
  );
const additionsOf = ({ additions }: MinedSuggestion): string[] =>
  Array.from(additions.people, (person, n) => cell(person, additions.cylinders[n] ?? -1));

function written(input: MiningInput, plan: MinedPlan, acceptsAdditions: boolean): Set<string> {
  const cells = new Set<string>();
  for (const suggestion of plan.suggestions) {
    for (const { people, cylinders } of grantsOf(input.relation, suggestion, acceptsAdditions)) {
      for (const person of people) for (const cylinder of cylinders) cells.add(cell(person, cylinder));
    }
  }
  for (const place of ['single', 'on_request'] as const) {
    for (const { person, cylinder } of rightsIn(input.relation, plan.rights, place)) cells.add(cell(person, cylinder));
  }
  return cells;
}

function expectProof(input: MiningInput, plan: MinedPlan): void {
  const { people, cylinders } = plan.proof.rights;
  const has = cellsOf(input);
  expect(people.length + (plan.proof.core?.profiles ?? 0)).toBe(plan.figures.lower_bound);
  people.forEach((person, n) => {
    expect(has.has(cell(person, cylinders[n] ?? -1))).toBe(true);
    for (let m = 0; m < n; m++) {
      const fits = has.has(cell(person, cylinders[m] ?? -1)) && has.has(cell(people[m] ?? -1, cylinders[n] ?? -1));
      expect(fits).toBe(false);
    }
  });
}

describe.each(cases)('an organisation, %#', ({ input, chosen }) => {
  const { plan } = follow(input, chosen);

  test('written without additions, each person has exactly the access of before', () => {
    expect(written(input, plan, false)).toEqual(cellsOf(input));
  });

  test('written with additions, exactly those are new', () => {
    const added = plan.suggestions.flatMap(additionsOf);
    expect(written(input, plan, true)).toEqual(new Set([...cellsOf(input), ...added]));
    expect(added.filter((one) => cellsOf(input).has(one))).toEqual([]);
  });

  test('each right is in one of four places, which add up', () => {
    const { by_rules, by_profiles, on_request, single, rights } = plan.figures;
    expect(by_rules + by_profiles + on_request + single).toBe(rights);
    expect(rights).toBe(cellsOf(input).size);
    const explained = plan.suggestions.reduce((sum, suggestion) => sum + suggestion.explained, 0);
    expect(by_rules + by_profiles).toBe(explained);
    expect(rightsIn(input.relation, plan.rights, 'single')).toHaveLength(single);
    expect(
      rightsIn(input.relation, plan.rights, 'on_request').every(({ cylinder }) => input.needsApproval[cylinder]),
    ).toBe(true);
  });

  test('additions are within what may change', () => {
    const [pair] = input.neverBoth;
    const [first, second] = [pair?.first[0] ?? -1, pair?.second[0] ?? -1];
    const before = cellsOf(input);
    const after = written(input, plan, true);
    for (const { additions } of plan.suggestions) {
      for (const cylinder of additions.cylinders) {
        expect(input.protectionClass[cylinder]).not.toBe(4);
        expect(input.needsApproval[cylinder]).toBe(0);
      }
    }
    for (let person = 0; person < input.relation.people; person++) {
      const hasBoth = (cells: Set<string>) => cells.has(cell(person, first)) && cells.has(cell(person, second));
      if (hasBoth(after)) expect(hasBoth(before)).toBe(true);
    }
    if (chosen.generosity === 0) expect(plan.figures.additions).toBe(0);
  });

  test('the proof holds: no two of its rights fit into one profile', () => {
    expectProof(input, plan);
    if (plan.figures.additions === 0) expect(plan.figures.lower_bound).toBeLessThanOrEqual(plan.figures.profiles);
  });

  test('stopped at any step, it is a plan, and what it has suggested stands', () => {
    const steps = [0, 1, 2, 4, 8, 16, 32, 64];
    for (const last of steps) {
      const phases: string[] = [];
      const isStopped = (phase: string) => phases.push(phase) > last;
      const run = follow(input, chosen, isStopped);
      expect(run.batches.flat()).toEqual(run.plan.suggestions);
      expect(written(input, run.plan, false)).toEqual(cellsOf(input));
      expectProof(input, run.plan);
    }
  });

  test('a run with pins leaves these as they are and gives the others their ids', () => {
    const previous = plan.suggestions.map((suggestion, n) => ({
      ...suggestion,
      id: `earlier ${n}`,
      pinned: n % 3 === 0,
    }));
    const again = mine({ ...input, previous }, chosen);
    for (const pinned of previous.filter((suggestion) => suggestion.pinned)) {
      const found = again.suggestions.find(({ id }) => id === pinned.id);
      expect(found).toMatchObject({ people: pinned.people, cylinders: pinned.cylinders, pinned: true });
    }
    expect(written(input, again, false)).toEqual(cellsOf(input));
    expect(new Set(again.suggestions.map(({ id }) => id)).size).toBe(again.suggestions.length);
  });
});

test('the same seed gives the same plan, also after a copy', () => {
  const input = someInput(3, 36, 20);
  expect(mine(structuredClone(input))).toEqual(mine(input));
});

test('a run on the same access suggests the same under the ids of before', () => {
  const input = someInput(5, 36, 20);
  const first = mine(input);
  const previous = first.suggestions.map((suggestion, n) => ({ ...suggestion, id: `earlier ${n}`, pinned: false }));
  expect(mine({ ...input, previous }).suggestions.map(({ id }) => id)).toEqual(previous.map(({ id }) => id));
});

test('says why nothing is suggested, and what would help', () => {
  const reason = (input: MiningInput, minPeople = 3) => nothingReason(input, mine(input, { minPeople }));
  const rows = [[0, 1], [1], []];
  expect(reason(inputOf(relationOfRows(3, [])))).toEqual({ code: 'no_people', nearest: null });
  expect(reason(inputOf(relationOfRows(0, [[], []])))).toEqual({ code: 'no_cylinders', nearest: null });
  expect(reason(inputOf(relationOfRows(2, [[], []])))).toEqual({ code: 'no_rights', nearest: null });
  const onRequest = { needsApproval: Uint8Array.of(1, 1) };
  expect(reason(inputOf(relationOfRows(2, rows), onRequest))).toEqual({ code: 'all_on_request', nearest: null });
  const small = inputOf(relationOfRows(2, rows));
  expect(reason(small)).toEqual({ code: 'groups_too_small', nearest: { minPeople: 2 } });
  expect(reason(small, 2)).toBeNull();
});

test.each([
  ['one person', 1, 3, () => true],
  ['everybody everything', 9, 7, () => true],
  ['65 cylinders, each person another one', 65, 65, (person: number, cylinder: number) => person === cylinder],
  ['each person all but one', 9, 9, (person: number, cylinder: number) => person !== cylinder],
])('%s', (_, people, cylinders, has) => {
  const rows = Array.from({ length: people }, (_, person) =>
    Array.from({ length: cylinders }, (_, cylinder) => cylinder).filter((cylinder) => has(person, cylinder)),
  );
  const input = inputOf(relationOfRows(cylinders, rows));
  for (const minPeople of [1, 3]) {
    const plan = mine(input, { minPeople });
    expect(written(input, plan, false)).toEqual(cellsOf(input));
  }
});
