import type { RuleObject } from '@key2xs/contract';
import { classifyHours, type HoursClasses } from '../hours/hours-classes';
import type { PlanFacts } from '../indexing/access-facts';
import { type AccessIndex, byPlanAndRule, type IndexedRule } from '../indexing/access-index';
import { type Bits, countBits, forEachBit, listBits, setBit, wordAt } from '../indexing/bits';
import type { PersonFacts } from '../indexing/match-subjects';
import { peopleInRow } from '../indexing/people';
import { rulesOf } from '../indexing/rule-sets';
import type { ReachedElsewhere } from './reached-elsewhere';

/** A plan and what its rules are checked against. */
export type PlanToCheck = {
  /** Of this plan alone, active or not; with all people and all cylinders. */
  index: AccessIndex;
  plan: PlanFacts;
  /** The people of the index. */
  people: readonly PersonFacts[];
  /** All existing cylinder groups, also empty ones. */
  cylinder_group_ids: ReadonlySet<string>;
  /** Cylinders of the key systems that the plan is linked to. */
  linked_cylinder_ids: ReadonlySet<string>;
  /** Places with their own protection class, 1 to 4; places below inherit it. */
  protection: ReadonlyMap<string, number>;
  elsewhere: ReachedElsewhere;
};

/** An active rule with the number of people and doors it reaches. */
export type CheckedRule = IndexedRule & {
  /** Position among the rules checked. */
  at: number;
  people: number;
  doors: number;
};

/** People matched by the same granting rules. */
export type Crowd = { rules: readonly CheckedRule[]; people: number };

/** What all kinds of findings need, computed once. */
export type PreparedCheck = PlanToCheck & {
  /** The active rules, by id. */
  rules: readonly CheckedRule[];
  /** The active rules that reach at least one person and one door. */
  granting: readonly CheckedRule[];
  crowds: readonly Crowd[];
  crowdsOfRule: ReadonlyMap<CheckedRule, readonly Crowd[]>;
  /** Rows of people matched by a granting rule. */
  reachedRows: ReadonlySet<number>;
  /** Active people of the plan's sources. */
  peopleCount: number;
  hours: HoursClasses;
};

export function prepareCheck(plan: PlanToCheck): PreparedCheck {
  const { index } = plan;
  const sizeOf = (row: number): number => peopleInRow(index.people, row).length;
  const rules = index.rules
    .filter((one) => one !== undefined)
    .filter(({ rule }) => rule.is_active)
    .sort(byPlanAndRule)
    .map((one, at): CheckedRule => ({ ...one, at, people: sum(one.rows, sizeOf), doors: countBits(one.cylinders) }));
  const granting = rules.filter(({ people, doors }) => people > 0 && doors > 0);
  const { crowds, reachedRows } = gatherCrowds(index, granting, sizeOf);
  return {
    ...plan,
    rules,
    granting,
    crowds,
    crowdsOfRule: byRule(crowds),
    reachedRows,
    peopleCount: index.people.rows.reduce(
      (count, row, i) => count + (i > 0 && plan.plan.iam_connection_ids.includes(row.connection_id) ? sizeOf(i) : 0),
      0,
    ),
    hours: classifyHours(rules),
  };
}

/** Whether an object does not exist, rather than being empty. */
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

/** Merges rows with the same rules into crowds: there are far fewer of them than rows, and a rule set is only a few words. */
function gatherCrowds(index: AccessIndex, granting: readonly CheckedRule[], sizeOf: (row: number) => number) {
  const ruleOf = new Map(granting.map((rule) => [index.ruleNumberOf.get(rule.rule.id) ?? -1, rule]));
  const counted = new Int32Array(index.rulesOfRow.words);
  for (const number of ruleOf.keys()) setBit(counted, number);
  const crowds = new Map<string, Crowd>();
  const reachedRows = new Set<number>();
  for (let row = 1; row < index.people.rows.length; row++) {
    const numbers = rulesOf(index.rulesOfRow, row).map((word, i) => word & wordAt(counted, i));
    const people = sizeOf(row);
    if (people === 0 || numbers.every((word) => word === 0)) continue;
    reachedRows.add(row);
    const key = numbers.join();
    const crowd = crowds.get(key) ?? { rules: listRules(numbers, ruleOf), people: 0 };
    crowd.people += people;
    crowds.set(key, crowd);
  }
  return { crowds: [...crowds.values()], reachedRows };
}

const listRules = (numbers: Bits, ruleOf: ReadonlyMap<number, CheckedRule>): CheckedRule[] =>
  [...listBits(numbers)].flatMap((number) => ruleOf.get(number) ?? []).sort((a, b) => a.at - b.at);

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
