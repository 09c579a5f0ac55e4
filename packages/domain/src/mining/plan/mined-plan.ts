import type { MinedCondition } from './mining-input';

/** Pairs of person and cylinder: `people[n]` and `cylinders[n]`. */
export type RightCells = { people: Int32Array; cylinders: Int32Array };

/**
 * A rule (all who match its conditions) or a profile (the people it lists). Its cylinders are of three kinds; how they are
 * written without anybody gaining or losing a right is `grantsOf`.
 */
export type MinedSuggestion = {
  /** The same in a later run that suggests the same; unique in a plan. */
  id: string;
  kind: 'rule' | 'profile';
  /** All have to match; none for a profile. */
  conditions: readonly MinedCondition[];
  /** Ascending, as are all lists of people and cylinders here. */
  people: Int32Array;
  /** All of them: core, likely and limited. */
  cylinders: Int32Array;
  /** Held by all its people today: given to all, without any new right. */
  core: Int32Array;
  /** Few of its people lack them: given to all where additions are accepted, else to today's holders by name. */
  likely: Int32Array;
  /** Must not become new rights: given to today's holders by name. */
  limited: Int32Array;
  /** What people lack of `likely`. */
  additions: RightCells;
  /** Rights of today that it explains and no suggestion before it does. */
  explained: number;
  /** Of the cells of its people and cylinders, the share that is held today. */
  confidence: number;
  /** People who hold all of its cylinders. */
  support: number;
  /** Of all rights at its cylinders, the share that its people hold. */
  recall: number;
  /** How much likelier its people hold its cylinders than people in general. */
  lift: number;
  /** Its people who hold less than half of its cylinders. */
  outliers: Int32Array;
  risks: MinedRisk[];
  pinned: boolean;
};

/** Why a person should look before accepting. */
export type MinedRisk =
  | 'adds_rights'
  | 'sensitive_doors'
  | 'never_both'
  | 'few_people'
  | 'unused_rights'
  | 'many_outliers';

/**
 * Where a right ends. A limited cylinder of a rule is given by name: its rights are `by_profiles`. A code of `RightPlaces.places` is a position here. */
export const rightPlaces = ['by_rules', 'by_profiles', 'on_request', 'single'] as const;
export type RightPlace = (typeof rightPlaces)[number];

/** Why it ends there; a code of `RightPlaces.reasons` is a position here. */
export const rightReasons = [
  /** All people of the suggestion hold the cylinder. */
  'held_by_all',
  /** Most people of the suggestion hold the cylinder. */
  'held_by_most',
  /** Some people of the suggestion hold the cylinder, and others are not to get it newly. */
  'held_by_some',
  'needs_approval',
  /** Fewer people than the smallest group hold the cylinder without a suggestion that explains it. */
  'few_holders',
  /** A suggestion beyond the largest number would explain it. */
  'beyond_limit',
  /** The run was stopped before. */
  'stopped',
  /** An edit took it out of a suggestion. */
  'taken_out',
] as const;
export type RightReason = (typeof rightReasons)[number];

/** One entry for each right of the input, in the order of its `list`. */
export type RightPlaces = {
  places: Uint8Array;
  reasons: Uint8Array;
  /** Position of the suggestion that explains it; -1: none. */
  suggestions: Int32Array;
};

/** The four add up to the rights of the input. */
export type RightsBalance = {
  rights: number;
  by_rules: number;
  by_profiles: number;
  on_request: number;
  single: number;
};

/** Of the plan as it is suggested, its additions accepted. Without any it gives exactly the rights of the input. */
export type MinedFigures = RightsBalance & {
  rules: number;
  /** Of rules and for named people, those of limited cylinders among them. */
  profiles: number;
  /** Between people and profiles, and profiles and cylinders. */
  links: number;
  links_before: number;
  /** No plan that gives nothing new has fewer profiles for the rights that are by rules and by profiles. */
  lower_bound: number;
  additions: number;
  /** Share of the rights by rules and profiles. */
  coverage: number;
  /** Rights that more than one suggestion gives. */
  doubled: number;
  is_partial: boolean;
};

/** Why fewer profiles are impossible: as many as `rights`, and where there is a core, its `profiles` more. */
export type MinedProof = {
  /** No two of these fit into one profile: one of the two people lacks the cylinder of the other. */
  rights: RightCells;
  /** Few rights that cannot be covered with fewer than `profiles`; none fits into a profile with one of `rights`. */
  core: { rights: RightCells; profiles: number } | null;
};

export const findingKinds = ['outlier', 'missing', 'doubled', 'unused', 'never_both'] as const;
export type FindingKind = (typeof findingKinds)[number];

/** RightCells of one kind to look at; entry n of each list belongs together. */
export type MinedFindings = RightCells & {
  /** Position of the suggestion it shows in; -1: none. */
  suggestions: Int32Array;
  /** Of similar people, the share that has the right; -1: not known. */
  shares: Float32Array;
};

/** Plain data: a worker can send it. */
export type MinedPlan = {
  /** Best first. */
  suggestions: MinedSuggestion[];
  rights: RightPlaces;
  figures: MinedFigures;
  /** Of `figures.lower_bound`. */
  proof: MinedProof;
  findings: Record<FindingKind, MinedFindings>;
};

export type MiningPhase = 'rules' | 'profiles' | 'proving' | 'tightening' | 'naming';

/** A step of a run. All suggestions received so far make a plan at any moment: `planOf`. */
export type MiningProgress = {
  phase: MiningPhase;
  done: number;
  /** 0 while not known. */
  total: number;
  /** New, or in place of the one with the same id. */
  suggestions: MinedSuggestion[];
  /** As they stand now; null: as before. */
  figures: Partial<MinedFigures> | null;
};
