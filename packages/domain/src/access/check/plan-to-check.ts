import type { RuleObject } from '@key2xs/contract';
import type { PlanFacts } from '../access-facts';
import { type AccessIndex, byPlanAndRule, type IndexedRule } from '../access-index';
import { type Bits, countBits, forEachBit } from '../bits';
import type { PersonFacts } from '../match-subjects';
import { peopleInRow } from '../people';
import { classifyHours, type HoursClasses } from './hours-classes';

/** A plan with what its rules are measured by. */
export type PlanToCheck = {
  /** Of this plan alone, whether it is active or not; with everybody and every cylinder there is. */
  index: AccessIndex;
  plan: PlanFacts;
  /** Those who are in the index. */
  people: readonly PersonFacts[];
  /** Cylinder groups that exist, with cylinders or without. */
  cylinder_group_ids: ReadonlySet<string>;
  /** Cylinders of the key systems the plan is synced to. */
  linked_cylinder_ids: ReadonlySet<string>;
  /** Places with a protection class of their own, 1 to 4; those below have it too unless they have their own. */
  protection: ReadonlyMap<string, number>;
};

/** An active rule with how much it reaches. */
export type CheckedRule = IndexedRule & {
  /** Position among the rules checked. */
  at: number;
  people: number;
  doors: number;
};

/** People of whom the same granting rules speak. */
export type Crowd = { rules: readonly CheckedRule[]; people: number };

/** A plan taken apart once, for all kinds of findings. */
export type Checking = PlanToCheck & {
  /** Active ones, in the order of their ids. */
  rules: readonly CheckedRule[];
  /** Of these, the ones that let somebody open something. */
  granting: readonly CheckedRule[];
  crowds: readonly Crowd[];
  crowdsOfRule: ReadonlyMap<CheckedRule, readonly Crowd[]>;
  /** Rows of people whom some granting rule speaks of. */
  reachedRows: ReadonlySet<number>;
  /** Active people of the plan's sources. */
  peopleCount: number;
  hours: HoursClasses;
};

export function startChecking(plan: PlanToCheck): Checking {
  const { index } = plan;
  const sizeOf = (row: number): number => peopleInRow(index.people, row).length;
  const rules = index.rules
    .filter((one) => one !== undefined)
    .filter(({ rule }) => rule.is_active)
    .sort(byPlanAndRule)
    .map((one, at): CheckedRule => ({ ...one, at, people: sum(one.rows, sizeOf), doors: countBits(one.cylinders) }));
  const granting = rules.filter(({ people, doors }) => people > 0 && doors > 0);
  const rulesOfRow = new Map<number, CheckedRule[]>();
  for (const rule of granting) {
    forEachBit(rule.rows, (row) => {
      const known = rulesOfRow.get(row);
      if (known) known.push(rule);
      else rulesOfRow.set(row, [rule]);
    });
  }
  const crowds = gatherCrowds(rulesOfRow, sizeOf);
  return {
    ...plan,
    rules,
    granting,
    crowds,
    crowdsOfRule: byRule(crowds),
    reachedRows: new Set(rulesOfRow.keys()),
    peopleCount: index.people.rows.reduce(
      (count, row, i) => count + (i > 0 && plan.plan.iam_connection_ids.includes(row.connection_id) ? sizeOf(i) : 0),
      0,
    ),
    hours: classifyHours(rules),
  };
}

/** Whether what a rule names is gone, and not merely empty. */
export function isMissing({ index: { doors }, cylinder_group_ids }: PlanToCheck, object: RuleObject): boolean {
  const { object_type, object_identifier: id } = object;
  const isThere: Record<RuleObject['object_type'], () => boolean> = {
    cylinder: () => doors.facts[doors.numberOf.get(id) ?? -1] !== undefined,
    cylinder_group: () => cylinder_group_ids.has(id),
    location: () => doors.locations.has(id),
    access_profile: () => doors.profiles.has(id),
  };
  return !isThere[object_type]();
}

function gatherCrowds(rulesOfRow: ReadonlyMap<number, CheckedRule[]>, sizeOf: (row: number) => number): Crowd[] {
  const crowds = new Map<string, Crowd>();
  for (const [row, rules] of rulesOfRow) {
    const key = rules.map(({ at }) => at).join();
    const crowd = crowds.get(key) ?? { rules, people: 0 };
    crowd.people += sizeOf(row);
    crowds.set(key, crowd);
  }
  return [...crowds.values()].filter(({ people }) => people > 0);
}

function byRule(crowds: readonly Crowd[]): Map<CheckedRule, Crowd[]> {
  const found = new Map<CheckedRule, Crowd[]>();
  for (const crowd of crowds) {
    for (const rule of crowd.rules) {
      const known = found.get(rule);
      if (known) known.push(crowd);
      else found.set(rule, [crowd]);
    }
  }
  return found;
}

function sum(bits: Bits, countOf: (n: number) => number): number {
  let count = 0;
  forEachBit(bits, (n) => {
    count += countOf(n);
  });
  return count;
}
