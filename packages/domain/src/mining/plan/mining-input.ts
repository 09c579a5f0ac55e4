import type { AccessRelation } from '../access-relation';

/**
 * The values of each person: person n has `list[start[n]]` up to, without, `list[start[n + 1]]`; none when not known,
 * several for groups.
 */
export type MiningAttribute = {
  readonly name: 'department' | 'job_title' | 'group';
  values: number;
  start: Int32Array;
  list: Int32Array;
  /** What each value is in every run: folded text, or the id of a group. */
  keys: readonly string[];
};

/** People with this value; the attribute by its position in the input. */
export type MinedCondition = { attribute: number; value: number };

/** Of an earlier run, in people, cylinders and values of this one; what is gone is left out. */
export type PreviousSuggestion = {
  id: string;
  /** All have to match; none for a profile. */
  conditions: readonly MinedCondition[];
  people: Int32Array;
  cylinders: Int32Array;
  /** It stays as it is. */
  pinned: boolean;
};

/** What a plan is mined from. Plain data: a worker can receive it. */
export type MiningInput = {
  relation: AccessRelation;
  attributes: readonly MiningAttribute[];
  /** Of each cylinder, 1 to 4; 0: not known. */
  protectionClass: Uint8Array;
  /** 1 for each cylinder whose rights are only given on request. */
  needsApproval: Uint8Array;
  /** No person newly gets a cylinder of `first` and one of `second`. */
  neverBoth: readonly { first: Int32Array; second: Int32Array }[];
  /** Rights that were used lately; null: not known. */
  used: AccessRelation | null;
  previous: readonly PreviousSuggestion[];
};

/** How far a plan may give what people lack today. 0: never anything new. 4: what most of a group have, all of it. */
export type Generosity = 0 | 1 | 2 | 3 | 4;

export type MiningSettings = {
  seed: number;
  mode: 'rules_first' | 'exact' | 'compact';
  generosity: Generosity;
  /** Fewer people make no suggestion. */
  minPeople: number;
  maxSuggestions: number;
};
