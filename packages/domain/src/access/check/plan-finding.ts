import type { FindingKind, RuleEdit, RuleObject, RuleSubject, TimeRestriction } from '@key2xs/contract';

/** An edit of the plan that resolves a finding, as the endpoints take it. */
export type PlanRepair =
  | {
      action: 'update_rule';
      does: RuleEdit;
      rule_id: string;
      /** Given fields replace those of the rule. */
      change: {
        is_active?: boolean;
        subjects?: readonly RuleSubject[];
        objects?: readonly RuleObject[];
        time_restrictions?: readonly TimeRestriction[];
      };
    }
  | { action: 'delete_rule'; rule_id: string }
  /** A draft that a person completes: access is never granted by guessing. */
  | { action: 'create_rule'; draft: { subjects?: readonly RuleSubject[]; objects?: readonly RuleObject[] } };

/** Something in a plan that is most likely unintended. */
export type PlanFinding = {
  kind: FindingKind;
  rule_id?: string;
  /** The rule that makes this one needless, has its conditions under another name, or conflicts in hours. */
  other_rule_id?: string;
  subject?: RuleSubject;
  /** An existing title or department with a spelling near that of the subject. */
  nearest?: string;
  /** At most `mostListed`. */
  objects?: readonly RuleObject[];
  /** Number of people; where objects are listed, number of objects. */
  count?: number;
  breadth?: Breadth;
  /** Safest first. */
  repairs: PlanRepair[];
};

/** How many people and doors a rule reaches, out of how many. */
export type Breadth = { people: number; of_people: number; doors: number; of_doors: number; protected_doors: number };

/** Listed findings per kind, and objects per finding; totals count all. An administrator repairs some and checks again. */
export const maxListed = 100;

/** Findings of one kind: the total and the first of them. */
export type KindFindings = { total: number; findings: PlanFinding[] };

/** Counts all items, and makes findings of the first ones only, because making them is expensive. */
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
