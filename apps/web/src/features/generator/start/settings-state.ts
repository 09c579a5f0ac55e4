import type { GeneratorMode, GeneratorSettings, Generosity, MiningAttributeName, ObjectType } from '@key2xs/contract';
import type { GeneratorSettingsInput } from '#data/plans/generator';
import type { PickedDoor } from '#lib/addresses/picked-door';

export type SourceKind = GeneratorSettings['source']['kind'];
export type Pair = { id: number; first: PickedDoor[]; second: PickedDoor[] };

/** What the form holds: doors with their names, numbers as typed. */
export type SettingsState = {
  source: SourceKind;
  keySystemId: string | null;
  planId: string | null;
  /** Null: all. */
  departments: string[] | null;
  places: string[] | null;
  mode: GeneratorMode;
  generosity: Generosity;
  attributes: MiningAttributeName[];
  minPeople: string;
  usedWithinDays: string;
  pairs: Pair[];
  needsApproval: PickedDoor[];
  /** What the form does not show, of the run that the settings come from. */
  other: Pick<GeneratorSettingsInput, 'previous_run_id' | 'max_suggestions'> & { iamConnectionIds: string[] };
};

export const standardSettings: SettingsState = {
  source: 'recorded',
  keySystemId: null,
  planId: null,
  departments: null,
  places: null,
  mode: 'rules_first',
  generosity: 'never',
  attributes: ['department', 'job_title', 'group'],
  minPeople: '3',
  usedWithinDays: '',
  pairs: [],
  needsApproval: [],
  other: { iamConnectionIds: [] },
};

const someOrAll = (values: readonly string[]) => (values.length > 0 ? [...values] : null);

/** The settings of a run, for a new one that keeps its pins. `nameOf`: of doors, of which a run stores the id only. */
export function settingsOfRun(
  run: { id: string; settings: GeneratorSettings },
  nameOf: (door: { object_type: ObjectType; object_identifier: string }) => string,
): SettingsState {
  const { source, scope, never_both, needs_approval, used_within_days, min_people, ...rest } = run.settings;
  const named = (doors: typeof needs_approval) => doors.map((door) => ({ ...door, name: nameOf(door) }));
  return {
    source: source.kind,
    keySystemId: source.kind === 'plan' ? null : source.key_system_connection_id,
    planId: source.kind === 'plan' ? source.keyplan_id : null,
    departments: someOrAll(scope.departments),
    places: someOrAll(scope.location_ids),
    mode: rest.mode,
    generosity: rest.generosity,
    attributes: rest.attributes,
    minPeople: String(min_people),
    usedWithinDays: used_within_days === null ? '' : String(used_within_days),
    pairs: never_both.map((pair, id) => ({ id, first: named(pair.first), second: named(pair.second) })),
    needsApproval: named(needs_approval),
    other: {
      previous_run_id: run.id,
      max_suggestions: rest.max_suggestions,
      iamConnectionIds: scope.iam_connection_ids,
    },
  };
}

export const limits = { minPeople: { min: 1, max: 1_000 }, usedWithinDays: { min: 1, max: 3_650 } } as const;

const isWhole = (typed: string, { min, max }: { min: number; max: number }) =>
  /^\d+$/.test(typed.trim()) && Number(typed) >= min && Number(typed) <= max;

export type SettingsProblem =
  | 'plan'
  | 'keySystem'
  | 'departments'
  | 'places'
  | 'attributes'
  | 'minPeople'
  | 'usedWithinDays'
  | 'pairs';

/** The props of each part of the form. */
export type FieldsProps = {
  state: SettingsState;
  onChange: (changes: Partial<SettingsState>) => void;
  /** Shown once a start was tried. */
  problems: ReadonlySet<SettingsProblem>;
};

/** What has to be completed before a run can start. */
export function problemsOf(state: SettingsState): ReadonlySet<SettingsProblem> {
  const { source, mode, pairs, usedWithinDays } = state;
  const checks: Record<SettingsProblem, boolean> = {
    plan: source === 'plan' && state.planId === null,
    keySystem: source === 'locking_plan' && state.keySystemId === null,
    departments: state.departments?.length === 0,
    places: state.places?.length === 0,
    attributes: mode === 'rules_first' && state.attributes.length === 0,
    minPeople: !isWhole(state.minPeople, limits.minPeople),
    usedWithinDays: usedWithinDays.trim() !== '' && !isWhole(usedWithinDays, limits.usedWithinDays),
    pairs: pairs.some(({ first, second }) => first.length === 0 || second.length === 0),
  };
  // The names of a record of exactly these.
  return new Set((Object.keys(checks) as SettingsProblem[]).filter((name) => checks[name]));
}

const bare = (doors: readonly PickedDoor[]) =>
  doors.map(({ object_type, object_identifier }) => ({ object_type, object_identifier }));

/** As the server expects it; the state has no problems. */
export function settingsOf(state: SettingsState): GeneratorSettingsInput {
  const { other, departments, places, pairs, needsApproval, minPeople, usedWithinDays } = state;
  const { iamConnectionIds, ...kept } = other;
  return {
    ...kept,
    source: sourceOf(state),
    scope: {
      iam_connection_ids: iamConnectionIds,
      departments: departments ?? [],
      location_ids: places ?? [],
    },
    mode: state.mode,
    generosity: state.generosity,
    attributes: state.attributes,
    min_people: Number(minPeople),
    used_within_days: usedWithinDays.trim() === '' ? null : Number(usedWithinDays),
    never_both: pairs.map(({ first, second }) => ({ first: bare(first), second: bare(second) })),
    needs_approval: bare(needsApproval),
  };
}

function sourceOf({ source, planId, keySystemId }: SettingsState): GeneratorSettingsInput['source'] {
  if (source === 'plan') return { kind: 'plan', keyplan_id: planId ?? '' };
  if (source === 'locking_plan') return { kind: 'locking_plan', key_system_connection_id: keySystemId ?? '' };
  return { kind: 'recorded', key_system_connection_id: keySystemId };
}
