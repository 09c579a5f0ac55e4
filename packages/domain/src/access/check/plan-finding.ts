import type { FindingKind, RuleEdit, RuleObject, RuleSubject, TimeRestriction } from '@key2xs/contract';

/** An edit of the plan that ends a finding, in the words of the calls that make it. */
export type PlanRepair =
  | {
      action: 'update_rule';
      does: RuleEdit;
      rule_id: string;
      /** What is named replaces what the rule has. */
      change: {
        is_active?: boolean;
        subjects?: readonly RuleSubject[];
        objects?: readonly RuleObject[];
        time_restrictions?: readonly TimeRestriction[];
      };
    }
  | { action: 'delete_rule'; rule_id: string }
  /** A rule to be completed by a person: nothing is granted by guess. */
  | { action: 'create_rule'; draft: { subjects?: readonly RuleSubject[]; objects?: readonly RuleObject[] } };

/** Something in a plan that is most likely not meant. */
export type PlanFinding = {
  kind: FindingKind;
  rule_id?: string;
  /** The rule that makes this one needless, has its conditions under another name, or other hours. */
  other_rule_id?: string;
  subject?: RuleSubject;
  /** An existing title or department that is spelt much like the subject. */
  nearest?: string;
  /** At most `mostListed`. */
  objects?: readonly RuleObject[];
  /** How many people, or where objects are listed, how many objects. */
  count?: number;
  breadth?: Breadth;
  /** The safest first. */
  repairs: PlanRepair[];
};

/** Whom and what a rule reaches, out of how many. */
export type Breadth = { people: number; of_people: number; doors: number; of_doors: number; protected_doors: number };

/** Findings of a kind, and objects of a finding, that are listed; all are counted. An administrator repairs and checks again. */
export const maxListed = 100;

/** What is found of one kind: how many, and the first of them. */
export type KindFindings = { total: number; findings: PlanFinding[] };

/** Counts all and makes findings of the first, so that what is costly to make is made for those alone. */
export const toFindings = <T>(all: readonly T[], make: (one: T) => PlanFinding): KindFindings => ({
  total: all.length,
  findings: all.slice(0, maxListed).map(make),
});

type RuleId = { rule: { id: string } };

export const switchOff = ({ rule }: RuleId): PlanRepair => ({
  action: 'update_rule',
  does: 'switch_off',
  rule_id: rule.id,
  change: { is_active: false },
});

export const deleteRule = ({ rule }: RuleId): PlanRepair => ({ action: 'delete_rule', rule_id: rule.id });
