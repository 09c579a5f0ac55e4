import { randomUUID } from 'node:crypto';
import { GeneratorSettings, type PlanChoice } from '@key2xs/contract';
import {
  type HeldProfile,
  type MinedSuggestion,
  type MiningInput,
  planOf,
  type RightHours,
  relationOf,
} from '@key2xs/domain';
import { pack } from '#features/generator/packing';
import { rowOfInput } from '#features/generator/run-queries';
import { figuresOf } from '#features/generator/suggestions/suggestion-rows';
import type { TestApp } from '#test/app';
import { aHouse } from './key-plans';

const none = new Int32Array(0);
const lacking = {
  core: none,
  likely: none,
  limited: none,
  additions: { people: none, cylinders: none },
  explained: 0,
  confidence: 0,
  support: 0,
  recall: 0,
  lift: 0,
  outliers: none,
  risks: [],
  pinned: false,
};

type Suggested = Pick<MinedSuggestion, 'kind' | 'conditions'> & { name: string; people: number[]; doors: number[] };

/** By number of the person, the doors of today: four nurses, one of whom lacks door 2, three of IT, and the porter. */
const rows = [[0, 1, 2, 3, 6], [0, 1, 2, 3], [0, 1, 2, 3], [0, 1, 3], [4, 5], [4, 5], [4, 5], [6]];
export const rightsOfHospital = rows.flat().length;

const staff = [
  ...['Ada', 'Bea', 'Cleo', 'Dora'].map((name) => ({ display_name: name, job_title: 'Nurse', department: 'Surgery' })),
  ...['Emil', 'Finn', 'Gus'].map((name) => ({ display_name: name, job_title: 'Engineer', department: 'IT' })),
  { display_name: 'Hal', job_title: 'Porter', department: 'House' },
];

const suggested: Suggested[] = [
  { name: 'Nurses', kind: 'rule', conditions: [{ attribute: 1, value: 0 }], people: [0, 1, 2, 3], doors: [0, 1, 2] },
  { name: 'Store', kind: 'profile', conditions: [], people: [0, 1, 2, 3], doors: [3] },
  { name: 'IT', kind: 'rule', conditions: [{ attribute: 0, value: 1 }], people: [4, 5, 6], doors: [4] },
  { name: 'Server room', kind: 'profile', conditions: [], people: [4, 5, 6], doors: [5] },
];

const attributes: MiningInput['attributes'] = [
  { name: 'department', ...valuesOf([0, 0, 0, 0, 1, 1, 1, 2]), keys: ['surgery', 'it', 'house'] },
  { name: 'job_title', ...valuesOf([0, 0, 0, 0, 1, 1, 1, 2]), keys: ['nurse', 'engineer', 'porter'] },
];
/** The doors of a nurse and of an engineer cannot be in one profile. */
const proof = { rights: { people: Int32Array.of(0, 4), cylinders: Int32Array.of(0, 4) }, core: null };
const names = [
  ['Surgery', 'IT', 'House'],
  ['Nurse', 'Engineer', 'Porter'],
];

function valuesOf(list: number[]) {
  return { values: 3, start: Int32Array.from({ length: list.length + 1 }, (_, n) => n), list: Int32Array.from(list) };
}

/**
 * A finished run over a house with eight people and seven doors, door 3 of protection class 4. It suggests four things, and leaves
 * door 6 to two people alone.
 */
export async function aFinishedRun(
  app: TestApp,
  { hours = null, profiles = [] }: { hours?: RightHours | null; profiles?: HeldProfile[] } = {},
) {
  const house = await aHouse(app, staff);
  const doors = Array.from({ length: 7 }, (_, n) => house.system.cylinder(`C-000${n + 1}`).id);
  const relation = relationOf(
    staff.length,
    doors.length,
    rows.flatMap((row, person) => row.map((door) => [person, door] as const)),
  );
  const mining: MiningInput = {
    relation,
    attributes,
    protectionClass: Uint8Array.of(1, 1, 1, 4, 1, 1, 1),
    needsApproval: new Uint8Array(doors.length),
    neverBoth: [],
    used: null,
    previous: [],
  };
  const settings = GeneratorSettings.parse({ generosity: 'generous' });
  const drafts = suggested.map(({ doors: numbers, name: _, ...one }) => ({
    ...lacking,
    ...one,
    id: randomUUID(),
    people: Int32Array.from(one.people),
    cylinders: Int32Array.from(numbers),
  }));
  const mined = { seed: 1, mode: 'rules_first', generosity: 4, minPeople: 3, maxSuggestions: 5_000 } as const;
  const plan = planOf(mining, mined, drafts, null);
  const id = randomUUID();
  await app.db
    .insertInto('generator_run')
    .values({
      id,
      name: 'Main house',
      settings: JSON.stringify(settings),
      seed: 1,
      status: 'finished',
      started_by: 'admin',
      finished_at: new Date(),
      figures: JSON.stringify({ ...plan.figures, orphaned: 0, is_partial: false, lower_bound: 2 }),
    })
    .execute();
  const input = {
    people: house.persons,
    cylinders: doors,
    mining,
    hours,
    profiles,
    names: { values: names, places: [], placeOf: new Int32Array(7).fill(-1) },
  };
  await app.db
    .insertInto('generator_data')
    .values({ ...(await rowOfInput(id, input)), rights: await pack(plan.rights), lower_bound: await pack(proof) })
    .execute();
  for (const [position, one] of plan.suggestions.entries()) {
    const { name = '', kind = 'rule', conditions = [] } = suggested[position] ?? {};
    const shown = conditions.map(({ attribute, value }) => {
      const text = names[attribute]?.[value] ?? '';
      return { attribute: attributes[attribute]?.name ?? 'group', value: text, name: text };
    });
    await app.db
      .insertInto('generator_suggestion')
      .values({
        ...figuresOf(one),
        run_id: id,
        id: one.id,
        position,
        kind,
        conditions: JSON.stringify(shown),
        name,
        name_by: 'generator',
      })
      .execute();
  }
  const [nurses = '', store = '', it = '', serverRoom = ''] = drafts.map((one) => one.id);
  return { ...house, id, doors, suggestions: { nurses, store, it, serverRoom } };
}

/** A finished run of one person who has two doors, with two suggestions for them. */
export async function aSmallRun({ db }: TestApp) {
  const [id, person, run_door, otherDoor, suggestion_id, other_suggestion] = Array.from({ length: 6 }, () =>
    randomUUID(),
  );
  const mining: MiningInput = {
    relation: relationOf(1, 2, [
      [0, 0],
      [0, 1],
    ]),
    attributes: [],
    protectionClass: new Uint8Array(2),
    needsApproval: new Uint8Array(2),
    neverBoth: [],
    used: null,
    previous: [],
  };
  const mined = { seed: 1, mode: 'exact', generosity: 0, minPeople: 1, maxSuggestions: 10 } as const;
  const block = {
    ...lacking,
    kind: 'profile' as const,
    conditions: [],
    people: Int32Array.of(0),
    cylinders: Int32Array.of(0, 1),
  };
  const drafts = [suggestion_id, other_suggestion].map((one) => ({ ...block, id: one ?? '' }));
  const plan = planOf(mining, mined, drafts, null);
  const run = {
    id: id ?? '',
    name: 'Small',
    settings: JSON.stringify(GeneratorSettings.parse({ min_people: 1 })),
    seed: 1,
  };
  const ended = {
    status: 'finished',
    started_by: 'admin',
    figures: JSON.stringify({ ...plan.figures, orphaned: 0 }),
  } as const;
  await db
    .insertInto('generator_run')
    .values({ ...run, ...ended })
    .execute();
  const names = { values: [], places: [], placeOf: Int32Array.of(-1, -1) };
  const input = {
    people: [person ?? ''],
    cylinders: [run_door ?? '', otherDoor ?? ''],
    mining,
    hours: null,
    profiles: [],
    names,
  };
  await db
    .insertInto('generator_data')
    .values({
      ...(await rowOfInput(run.id, input)),
      rights: await pack(plan.rights),
      lower_bound: await pack(plan.proof),
    })
    .execute();
  for (const [position, one] of plan.suggestions.entries()) {
    const named = { kind: one.kind, conditions: '[]', name: `Profile ${position}`, name_by: 'generator' } as const;
    await db
      .insertInto('generator_suggestion')
      .values({ ...figuresOf(one), run_id: run.id, id: one.id, position, ...named })
      .execute();
  }
  return {
    run: run.id,
    run_door: run_door ?? '',
    suggestion_id: suggestion_id ?? '',
    other_suggestion: other_suggestion ?? '',
  };
}

/** Findings of a run, in this order: an outlier and what is missing, by number of person and door. */
export async function someFindings(app: TestApp, run: { id: string; persons: string[]; doors: string[] }) {
  const finding = (position: number, kind: 'outlier' | 'missing', person: number, door: number) => ({
    run_id: run.id,
    position,
    kind,
    sentence: JSON.stringify({ code: `suggestion.noSuggestion` }),
    person_id: run.persons[person] ?? null,
    cylinder_id: run.doors[door] ?? null,
    share: 0.1,
  });
  await app.db
    .insertInto('generator_finding')
    .values([finding(0, 'outlier', 0, 6), finding(1, 'missing', 3, 2)])
    .execute();
}

type Cell = { person_id: string; cylinder_id: string };

/** A suggestion and a finding of a run that has ended, beside what it has. @returns the id of the suggestion */
export async function aSuggestionOfEach({ db }: TestApp, run_id: string, cell: Cell): Promise<string> {
  const id = randomUUID();
  const counts = { people_count: 0, cylinder_count: 0, rights: 1, confidence: 1, support: 1, recall: 1, lift: 1 };
  const bytes = Buffer.alloc(0);
  const packed = { people: bytes, cylinders: bytes, cylinder_kinds: bytes, additions: bytes };
  const named = { name: 'Firefighters', name_by: 'generator', kind: 'profile', conditions: '[]' } as const;
  const none = { addition_count: 0, outliers: 0, risks: [] };
  await db
    .insertInto('generator_suggestion')
    .values({ run_id, id, position: 999, ...named, ...counts, ...packed, ...none })
    .execute();
  const figures = { rules: 0, profiles: 1, links: 1, single: 0, additions: 0 };
  const transition = { people: 1, keys_to_update: 0, cylinders_to_visit: 0 };
  const choice: PlanChoice = {
    id: 'one',
    mode: 'exact',
    generosity: 'never',
    part: null,
    is_present: true,
    ...figures,
    transition,
  };
  await db
    .updateTable('generator_run')
    .set({ choices: JSON.stringify([choice]) })
    .where('id', '=', run_id)
    .execute();
  const sentence = JSON.stringify({ code: 'suggestion.noSuggestion' });
  await db
    .insertInto('generator_finding')
    .values({ run_id, position: 999, kind: 'outlier', sentence, ...cell, share: 0.1 })
    .execute();
  return id;
}
