import type { AccessRelation } from '../access-relation';
import type { Generosity, MinedCondition } from '../plan/mining-input';
import type { PersonAttribute } from './person-attribute';

export type RulesInput = {
  relation: AccessRelation;
  attributes: readonly PersonAttribute[];
  policy: {
    mayAdd: (person: number, cylinder: number) => boolean;
    /** For each cylinder: 0 when no person may be added, which saves a check per person. */
    addsAtAll: Uint8Array;
  };
  generosity: Generosity;
  /** Groups of fewer people give no rule. */
  minPeople: number;
};

/** Whether a plan may put a cylinder into the profile of a rule. */
export const cylinderUse = {
  /** All people of the rule have it. */
  complete: 0,
  /** Some lack it, few enough for the generosity, and the policy allows each addition. */
  additions: 1,
  /** Some lack it who may not be given it. */
  refused: 2,
} as const;

/** People who meet all conditions have, but for missing grants, the cylinders of one profile. */
export type MinedRule = {
  conditions: MinedCondition[];
  people: Int32Array;
  /** What the profile probably is; `use` says for each what a plan may do. */
  cylinders: Int32Array;
  use: Uint8Array;
  /** The people of the rule that lack cylinder n of it: `list[start[n]]` up to, without, `list[start[n + 1]]`. */
  lacking: { start: Int32Array; list: Int32Array };
  /** People of the rule who have less than half of its cylinders. */
  misfits: Int32Array;
  figures: {
    /** People of the rule, and those of them who have every cylinder. */
    support: number;
    complete: number;
    /** Grants of its people at its cylinders, and the cells that would have to be added. */
    explained: number;
    additions: number;
    /** Share of the cells of the rule that are granted. */
    confidence: number;
    /** Share of the grants at its cylinders that the rule explains. */
    recall: number;
    /** Confidence as a multiple of the share of all people who have its cylinders. */
    lift: number;
  };
};

export type NoRulesReason =
  | { code: 'no_people' | 'no_cylinders' | 'no_grants' }
  /** Nothing is known of the people; profiles of equal access need no attributes. */
  | { code: 'no_attributes'; nearest: { mode: 'exact' } }
  /** No attribute value is shared by `minPeople`; the nearest setting, unless all people differ. */
  | { code: 'groups_too_small'; nearest: { minPeople: number } | { mode: 'exact' } }
  /** Access does not follow from the attributes. */
  | { code: 'no_pattern'; nearest: { mode: 'exact' } };

export type MinedRules = {
  /** By explained grants, most first. */
  rules: MinedRule[];
  /** Grants that a rule explains, by its conditions. */
  explained: number;
  /** Grants that neither a rule nor a similar person explains. */
  extra: AccessRelation;
  /** What a rule gives to a person who fits it and lacks it. */
  missing: AccessRelation;
  /** The estimated rates of missing grants and, near a group, of extra ones. */
  noise: { missing: number; extra: number };
  /** Why there are no rules; null when there are some. */
  reason: NoRulesReason | null;
};

export type RulesProgress = {
  phase: 'grouping' | 'explaining' | 'describing';
  /** From 0 to 1, over all phases. */
  share: number;
  /** The rules as they stand, for a result when the work is stopped; valid until the next step. */
  soFar: () => MinedRules;
};
